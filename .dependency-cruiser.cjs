// The import law, executable. A folder may import itself and what is listed for it; anything else is an error.
const LAW = {
  core: [],
  ir: ['core'],
  functions: ['ir', 'core'],
  surface: ['core'],
  diagnostics: ['core'],
  api: ['surface', 'diagnostics', 'core'],
  parser: ['surface', 'diagnostics', 'core'],
  format: ['parser', 'surface', 'diagnostics', 'core'],
  expand: ['surface', 'diagnostics', 'core'],
  skin: ['parser', 'format', 'expand', 'surface', 'diagnostics', 'core'],
  schema: ['ir', 'diagnostics', 'core'],
  typecheck: ['expand', 'surface', 'ir', 'functions', 'schema', 'diagnostics', 'core'],
  codegen: ['ir', 'functions', 'schema', 'diagnostics', 'core'],
  runtime: ['ir', 'functions', 'schema', 'diagnostics', 'core'],
  workspace: ['parser', 'format', 'typecheck', 'codegen', 'surface', 'schema', 'ir', 'functions', 'diagnostics', 'core'],
  deploy: ['codegen', 'schema', 'ir', 'diagnostics', 'core'],
  stack: ['deploy', 'diagnostics', 'core'],
  testing: [
    'api',
    'parser',
    'format',
    'typecheck',
    'workspace',
    'runtime',
    'schema',
    'surface',
    'ir',
    'functions',
    'diagnostics',
    'core',
  ],
}

/** Who may use what lies outside: the network, the file system, heavy libraries. */
const PACKAGES = {
  chevrotain: '^src/parser/',
  commander: '^src/cli/program\\.ts$',
  picocolors: '^src/cli/ui/',
  axios: '^src/(deploy/|schema/registry-http\\.ts)',
  kafkajs: '^src/deploy/',
  prettier: '^src/format/',
  avsc: '^src/(schema|runtime/formats)/',
  vitest: '^src/testing/vitest\\.ts$',
}

const NODE =
  '^src/(cli/|deploy/|stack/|(workspace|testing)/[^/]+-node\\.ts|schema/registry-http\\.ts|runtime/formats/[^/]+-node\\.ts)'

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'files that import each other cannot be understood apart',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'node-at-the-edge',
      severity: 'error',
      comment: 'the rest takes a Host: it also runs in a browser and in tests without files',
      from: { pathNot: NODE },
      to: { dependencyTypes: ['core'] },
    },
    ...Object.entries(LAW).map(([folder, allowed]) => ({
      name: `${folder}-sees`,
      severity: 'error',
      comment: `${folder} may import ${allowed.length === 0 ? 'nothing else' : allowed.join(', ')}`,
      from: { path: `^src/${folder}/` },
      // workspace/host.ts is an interface without code: how anybody reads a file that a program names
      to: { path: '^src/', pathNot: `^src/((${[folder, ...allowed].join('|')})/|workspace/host\\.ts$)` },
    })),
    ...Object.entries(PACKAGES).map(([name, path]) => ({
      name: `${name}-only-there`,
      severity: 'error',
      comment: `${name} is behind one door`,
      from: { pathNot: path },
      to: { path: `node_modules/${name}/` },
    })),
    {
      name: 'declared',
      severity: 'error',
      comment: 'every package is in package.json',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    },
    { name: 'resolvable', severity: 'error', comment: 'the import leads nowhere', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
}
