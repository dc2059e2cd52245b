// The same statements over other connectors: the judge plays fixtures through them on a real Flink.
import type { FlinkProgram, SqlColumn, SqlCreateTable, SqlOptions, SqlStatement, SqlWatermark } from '../artifact.js'

export interface TableBinding {
  readonly options: SqlOptions
  /** Left out: as generated. */
  readonly watermark?: SqlWatermark | null
  /** Left out: as generated. */
  readonly primaryKey?: readonly string[]
}

/** null: leave the table as it is. */
export type TableBinder = (table: SqlCreateTable) => TableBinding | null

/**
 * A bound table is an ordinary one of the default catalog: record metadata becomes physical columns (in place, so a
 * script gives them by name), and an Iceberg table keeps its path as its name. Catalogs without tables left disappear.
 */
export function bindTables(program: FlinkProgram, binder: TableBinder): FlinkProgram {
  const moved = new Map<string, readonly string[]>()
  const tables = new Map<SqlStatement, SqlCreateTable>()
  for (const s of program.statements) {
    if (s.kind !== 'create table') continue
    const binding = binder(s)
    if (binding === null) continue
    const name = s.name.length === 1 ? s.name : [s.name.join('.')]
    moved.set(key(s.name), name)
    const { like: _, ...own } = s
    tables.set(s, {
      ...own,
      name,
      columns: s.columns.map(physical),
      options: binding.options,
      watermark: binding.watermark === undefined ? s.watermark : binding.watermark,
      primaryKey: binding.primaryKey ?? s.primaryKey,
      partitionedBy: [],
      madeBy: 'sql',
    })
  }
  const left = program.statements.filter(
    (s): s is SqlCreateTable => s.kind === 'create table' && !tables.has(s) && s.name.length > 1,
  )
  const needs = (catalog: string, database: string | null): boolean =>
    left.some((t) => t.name[0] === catalog && (database === null || t.name[1] === database))
  const statements = program.statements.flatMap((s): readonly SqlStatement[] => {
    switch (s.kind) {
      case 'create catalog':
        return needs(s.name, null) ? [s] : []
      case 'create database':
        return needs(s.catalog, s.name) ? [s] : []
      case 'create table':
        return [tables.get(s) ?? s]
      case 'statement set':
        return [{ ...s, inserts: s.inserts.map((i) => ({ ...i, target: moved.get(key(i.target)) ?? i.target })) }]
      case 'set':
      case 'create view':
      case 'create function':
        return [s]
    }
  })
  return { ...program, statements }
}

const key = (path: readonly string[]): string => path.join('\n')

const physical = (c: SqlColumn): SqlColumn => (c.kind === 'metadata' ? { kind: 'physical', name: c.name, type: c.type } : c)
