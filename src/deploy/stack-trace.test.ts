import { describe, expect, it } from 'vitest'
import { problemOf } from './stack-trace.js'

const HEAD = `<Exception on server side:
org.apache.flink.table.gateway.api.utils.SqlGatewayException: org.apache.flink.table.gateway.api.utils.SqlGatewayException: Failed to fetchResults.
	at org.apache.flink.table.gateway.rest.handler.statement.FetchResultsHandler.handleRequest(FetchResultsHandler.java:91)
	... 1 more
Caused by: org.apache.flink.table.gateway.service.utils.SqlExecutionException: Failed to execute the operation 39a11de9.
`
const TAIL = '\n\nEnd of exception on server side>'

describe('the useful sentence of a trace', () => {
  it.each([
    [
      'is the root cause, with the place that a cause above it says',
      `Caused by: org.apache.flink.table.api.ValidationException: SQL validation failed. From line 1, column 15 to line 1, column 20: Object 'nosuch' not found
	at org.apache.flink.table.planner.calcite.FlinkPlannerImpl.validate(FlinkPlannerImpl.scala:228)
Caused by: org.apache.calcite.runtime.CalciteContextException: From line 1, column 15 to line 1, column 20: Object 'nosuch' not found
Caused by: org.apache.calcite.sql.validate.SqlValidatorException: Object 'nosuch' not found`,
      "Object 'nosuch' not found",
      { line: 1, column: 15, endLine: 1, endColumn: 20 },
    ],
    [
      'leaves out what a parser would have liked to see',
      `Caused by: org.apache.flink.sql.parser.impl.ParseException: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
Was expecting one of:
    "ABS" ...
    "ALL" ...
    `,
      "Incorrect syntax near the keyword 'FROM' at line 1, column 8.",
      { line: 1, column: 8, endLine: 1, endColumn: 8 },
    ],
    [
      'keeps a message of several lines',
      `Caused by: org.apache.flink.table.api.ValidationException: Could not find any factory for identifier 'nope' in the classpath.

Available factory identifiers are:

blackhole
datagen
	at org.apache.flink.table.factories.FactoryUtil.discoverFactory(FactoryUtil.java:639)`,
      "Could not find any factory for identifier 'nope' in the classpath.\n\nAvailable factory identifiers are:\n\nblackhole\ndatagen",
      null,
    ],
    [
      'is the last cause that says something',
      'Caused by: java.lang.ArithmeticException: Division by zero\nCaused by: java.lang.NullPointerException',
      'Division by zero',
      null,
    ],
  ] as const)('%s', (_, causes, message, at) => {
    const problem = problemOf(HEAD + causes + TAIL)
    expect({ message: problem.message, at: problem.at }).toEqual({ message, at })
  })

  it('is the text itself where there is no trace', () => {
    expect(problemOf('Session does not exist')).toMatchObject({ message: 'Session does not exist', causes: [] })
  })
})
