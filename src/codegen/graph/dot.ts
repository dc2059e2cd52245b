// The picture for Graphviz.
import type { GraphModel, GraphNodeKind } from './model.js'

const SHAPES: Readonly<Record<GraphNodeKind, string>> = {
  topic: 'cylinder',
  table: 'cylinder',
  files: 'note',
  clock: 'circle',
  relation: 'box, style=rounded',
  step: 'box',
  sink: 'cylinder',
  dlq: 'cylinder, style=dashed',
}

const text = (s: string): string => `"${s.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`

export function graphDot(model: GraphModel): string {
  return [
    `digraph ${text(model.name)} {`,
    '  rankdir=LR',
    ...model.nodes.map(
      (n) => `  ${n.id} [label=${text(n.detail === null ? n.label : `${n.label}\n${n.detail}`)}, shape=${SHAPES[n.kind]}]`,
    ),
    ...model.edges.map((e) => `  ${e.from} -> ${e.to}${e.label === null ? '' : ` [label=${text(e.label)}]`}`),
    '}',
    '',
  ].join('\n')
}
