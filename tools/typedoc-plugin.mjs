// A plugin of TypeDoc: modules have the names by which they are imported, and an export such as `export const sum: Aggregates['sum']` is shown as
// the function that it is.
import { Context, Converter, ReflectionKind } from 'typedoc'

const MODULES = { api: 'flowc', testing: 'flowc/testing', 'testing/vite': 'flowc/testing/vite' }

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children) module.name = MODULES[module.name] ?? module.name
  })
  const getComment = Context.prototype.getComment
  Context.prototype.getComment = function (symbol, kind) {
    const comment = getComment.call(this, symbol, kind)
    if (kind === ReflectionKind.Variable && this.checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0)
      comment?.modifierTags.add('@function')
    return comment
  }
}
