// What a test calls a relation: the object of the API, or its name.
import { relationOf } from '../api/brands.js'

export const relationName = (relation: unknown): string | null =>
  typeof relation === 'string' ? relation : (relationOf(relation)?.name ?? null)
