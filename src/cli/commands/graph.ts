// `flowc graph`: the flow as text that a viewer draws.
import { cli } from '../../diagnostics/codes/cli.js'
import { graphDot } from '../../codegen/graph/dot.js'
import { graphMermaid } from '../../codegen/graph/mermaid.js'
import { graphModel } from '../../codegen/graph/model.js'
import { writeJson, type Context } from '../context.js'
import { EXIT, type ExitCode } from '../exit-codes.js'
import { fail } from '../failure.js'
import { compileFile } from '../programs.js'

export async function graph(ctx: Context, file: string): Promise<ExitCode> {
  if (ctx.format === 'svg' || ctx.format === 'html')
    fail(EXIT.usage, cli.commandNotSupportedYet, {
      what: `\`--format ${ctx.format}\``,
      instead: 'let Graphviz draw it: `flowc graph FILE --format dot | dot -Tsvg`',
    })
  const { program } = compileFile(ctx, file, 'draw')
  const model = graphModel(program.plan)
  if (ctx.format === 'dot') ctx.document(graphDot(model))
  else if (ctx.format === 'json')
    writeJson(ctx, 'graph', true, {
      pipeline: model.name,
      nodes: model.nodes.map((n) => ({ ...n })),
      edges: model.edges.map((e) => ({ ...e })),
    })
  else ctx.document(graphMermaid(model))
  return EXIT.ok
}
