// FLOW045x: programs that `flowc gen ts` turns into TypeScript.
import { define } from '../define.js'

export const genTs = {
  asText: define<{ what: string; of: string }>(
    'FLOW0450',
    'stands-as-text',
    'warning',
    (p) => `${p.of} stands as text in the TypeScript: the API has no words for ${p.what}`,
    () => 'what an import needs is there when its file is generated in the same call; what refers to text is text too',
  ),
  severalFiles: define<{ count: number }>(
    'FLOW0451',
    'gen-ts-several-files',
    'error',
    (p) => `${p.count} programs do not go to stdout`,
    () => '`-o DIR` names the folder that their TypeScript goes to; `-o .` puts each beside its program',
  ),
  output: define<{ output: string; count: number; isModule: boolean }>(
    'FLOW0452',
    'gen-ts-output',
    'error',
    (p) =>
      p.isModule
        ? `${p.count} programs do not go to one file, \`${p.output}\``
        : `\`${p.output}\` is no name of a file of TypeScript`,
    (p) => (p.isModule ? '`-o DIR` names a folder for them' : `a file ends in \`.flow.ts\`; \`-o ${p.output}/\` makes a folder`),
  ),
}
