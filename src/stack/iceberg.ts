// An Iceberg REST catalog: the servlet of Iceberg's own tests in a Jetty, tables in a local folder, names in a SQLite file.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { httpJson } from '../deploy/http.js'
import { ICEBERG_REST_JARS, ICEBERG_REST_VERSION } from './artifacts.js'
import { checkJars, fetchJars, jarFolder } from './fetch-jars.js'
import type { Service } from './service.js'
import { findJava } from './tools.js'

const CATALOG = 'Iceberg catalog'

export const icebergUri = (ports: Readonly<Record<string, number>>): string => `http://127.0.0.1:${ports['iceberg']}`
export const warehouseOf = (folder: string): string => pathToFileURL(join(folder, 'warehouse')).href

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The test server's own main class binds every interface of the machine; Jetty's XML can say 127.0.0.1. */
export function jettyXml(folder: string, port: number): string {
  const catalog: Readonly<Record<string, string>> = {
    'catalog-impl': 'org.apache.iceberg.jdbc.JdbcCatalog',
    uri: `jdbc:sqlite:${join(folder, 'catalog.db')}`,
    'jdbc.schema-version': 'V1',
    warehouse: warehouseOf(folder),
  }
  const entries = Object.entries(catalog).map(
    ([key, value]) => `      <Entry><Item>${key}</Item><Item>${escaped(value)}</Item></Entry>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE Configure PUBLIC "-//Jetty//Configure//EN" "https://www.eclipse.org/jetty/configure_10_0.dtd">
<Configure id="server" class="org.eclipse.jetty.server.Server">
  <Call id="catalog" class="org.apache.iceberg.CatalogUtil" name="buildIcebergCatalog">
    <Arg>flowc</Arg>
    <Arg><Map>
${entries.join('')}    </Map></Arg>
    <Arg><New class="org.apache.hadoop.conf.Configuration"/></Arg>
  </Call>
  <Call name="addConnector">
    <Arg><New class="org.eclipse.jetty.server.ServerConnector">
      <Arg name="server"><Ref refid="server"/></Arg>
      <Set name="host">127.0.0.1</Set>
      <Set name="port">${port}</Set>
    </New></Arg>
  </Call>
  <Set name="handler"><New class="org.eclipse.jetty.servlet.ServletContextHandler">
    <Call name="addServlet">
      <Arg><New class="org.eclipse.jetty.servlet.ServletHolder">
        <Arg><New class="org.apache.iceberg.rest.RESTCatalogServlet">
          <Arg><New class="org.apache.iceberg.rest.RESTCatalogAdapter"><Arg><Ref refid="catalog"/></Arg></New></Arg>
        </New></Arg>
      </New></Arg>
      <Arg>/*</Arg>
    </Call>
  </New></Set>
</Configure>
`
}

export const iceberg: Service = {
  name: 'iceberg',
  title: 'Iceberg',
  needs: [],
  readySeconds: 60,
  version: () => Promise.resolve(ICEBERG_REST_VERSION),
  check: (f) => checkJars(f, [ICEBERG_REST_JARS]),
  fetch: (f) => fetchJars(f, ICEBERG_REST_JARS),
  prepare: async (s) => {
    await mkdir(join(s.folder, 'warehouse'), { recursive: true })
    const xml = join(s.folder, 'jetty.xml')
    await writeFile(xml, jettyXml(s.folder, s.ports['iceberg']!))
    const args = [
      '-Xmx256m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
      '-cp',
      join(jarFolder(s.cache, ICEBERG_REST_JARS), '*'),
      'org.eclipse.jetty.xml.XmlConfiguration',
      xml,
    ]
    return [{ name: CATALOG, program: await findJava(s.env), args }]
  },
  awaited: async ({ ports }) =>
    (await httpJson({ method: 'GET', url: `${icebergUri(ports)}/v1/config`, timeoutMillis: 2000 })).ok ? null : CATALOG,
  address: icebergUri,
}
