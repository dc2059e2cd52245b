// graph.mmd
import type { GraphModel, GraphNode, GraphNodeKind } from './model.js'

const BRACKETS: Readonly<Record<GraphNodeKind, readonly [string, string]>> = {
  topic: ['[(', ')]'],
  table: ['[(', ')]'],
  files: ['[/', '/]'],
  clock: ['((', '))'],
  relation: ['([', '])'],
  step: ['[', ']'],
  sink: ['[(', ')]'],
  dlq: ['[(', ')]'],
}

/** Quotes and brackets have a meaning in Mermaid; entities do not. */
const text = (s: string): string =>
  s.replaceAll('&', '#amp;').replaceAll('"', '#quot;').replaceAll('<', '#lt;').replaceAll('>', '#gt;').replaceAll('`', '#96;')

function nodeText(n: GraphNode): string {
  const [open, close] = BRACKETS[n.kind]
  return `${n.id}${open}"${text(n.label)}${n.detail === null ? '' : `<br/>${text(n.detail)}`}"${close}`
}

export function graphMermaid(model: GraphModel): string {
  const dlq = model.nodes.filter((n) => n.kind === 'dlq').map((n) => n.id)
  return [
    'flowchart LR',
    ...model.nodes.map((n) => `  ${nodeText(n)}`),
    ...model.edges.map((e) => `  ${e.from} -->${e.label === null ? '' : `|"${text(e.label)}"|`} ${e.to}`),
    ...(dlq.length === 0 ? [] : [`  classDef dlq stroke-dasharray: 4 4`, `  class ${dlq.join(',')} dlq`]),
    '',
  ].join('\n')
}
