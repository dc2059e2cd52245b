// `import.meta` of a module that is a part of a bundle: without more it would tell of the bundle, which is no file.
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { childrenOf, type Node } from './script-bindings.js'
import { CLOSING, type Insertion } from './script-guards.js'

/** What makes each `import.meta` of a module that of its file. */
export function metaOf(module: Node, file: string): readonly Insertion[] {
  const of = { url: pathToFileURL(file).href, filename: file, dirname: dirname(file) }
  const out: Insertion[] = []
  const visit = (node: Node): void => {
    // `new.target` is one too
    if (node.type === 'MetaProperty' && (node['meta'] as Node)['name'] === 'import') {
      // inside of what is around it, also of what looks at it
      const length = node.end - node.start - 1
      out.push({ at: node.start, text: '({...', order: -length })
      out.push({ at: node.end, text: `,...${JSON.stringify(of)}})`, order: CLOSING + length })
    } else for (const child of childrenOf(node)) visit(child)
  }
  visit(module)
  return out
}
