// The door to codegen: everything a pipeline becomes, in a fixed order, byte-stable.
import { stableJson, type Json } from '../core/stable-json.js'
import type { PlanProgram } from '../ir/plan.js'
import type { Artifact } from './artifact.js'
import { connectorJson, planConnectors } from './debezium/connector.js'
import { DEFAULT_ENVIRONMENT, type Environment } from './environment.js'
import { icebergFile } from './file-names.js'
import { printProgram } from './flink/printer.js'
import { flinkProgram } from './flink/program.js'
import { graphMermaid } from './graph/mermaid.js'
import { graphModel } from './graph/model.js'
import { lineageJson } from './graph/lineage.js'
import { icebergJson } from './iceberg/table.js'
import { planTopics, topicsJson } from './kafka/topics.js'
import { manifestJson } from './manifest.js'
import { isKafkaSink, keySchema, valueSchema } from './schemas.js'

const json = (path: string, value: Json, order: 'written' | 'sorted' = 'written'): Artifact => ({
  path,
  mediaType: 'application/json',
  text: `${stableJson(value, { indent: 2, order })}\n`,
})

/** All artifacts of a pipeline. The plan must have no `error` among its verdicts (`supports`). */
export function build(plan: PlanProgram, environment: Environment = DEFAULT_ENVIRONMENT): readonly Artifact[] {
  const { name } = plan.pipeline
  const sinks = plan.operators.filter((o) => o.kind === 'sink')
  const sql = printProgram(flinkProgram(plan, environment))
  const artifacts: Artifact[] = [
    { path: `flink/${name}.sql`, mediaType: 'application/sql', text: sql.text },
    // plain data: spans are small objects of numbers and names
    json(`flink/${name}.sql.map.json`, sql.map as unknown as Json),
    json('topics.json', topicsJson(planTopics(plan, environment), name)),
    ...planConnectors(plan, environment).map((c) => json(`connectors/${c.name}.json`, connectorJson(c))),
    ...sinks
      .filter(isKafkaSink)
      .flatMap((o) =>
        [keySchema(o), valueSchema(o)].flatMap((s) => (s === null ? [] : [json(`schemas/${s.subject}.avsc`, s.schema)])),
      ),
    ...sinks.flatMap((o) =>
      o.target.kind === 'iceberg'
        ? [json(icebergFile([o.target.catalog, ...o.target.namespace, o.target.table]), icebergJson(o))]
        : [],
    ),
    { path: 'graph.mmd', mediaType: 'text/plain', text: graphMermaid(graphModel(plan)) },
    json('lineage.json', lineageJson(plan)),
    json('plan.json', plan as unknown as Json, 'sorted'),
  ]
  return [...artifacts, json('manifest.json', manifestJson(plan, environment, artifacts))]
}
