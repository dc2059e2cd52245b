// A minimal client of Flink's SQL gateway (REST v1): one session, one statement at a time.

interface Page {
  readonly resultType: string
  readonly nextResultUri?: string
  readonly results: {
    readonly columns?: readonly { readonly name: string; readonly logicalType: object }[]
    readonly data: readonly { readonly fields: readonly unknown[] }[]
  }
}

export interface Gateway {
  /** Rows of the result; throws with Flink's message. */
  readonly execute: (sql: string) => Promise<readonly (readonly unknown[])[]>
}

export async function openGateway(base: string, properties: Record<string, string> = {}): Promise<Gateway> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return JSON.parse(text) as T
  }
  const { sessionHandle } = await call<{ sessionHandle: string }>('POST', '/v1/sessions', { properties })
  return {
    execute: async (statement) => {
      const session = `/v1/sessions/${sessionHandle}`
      const { operationHandle } = await call<{ operationHandle: string }>('POST', `${session}/statements`, { statement })
      let next: string | undefined = `${session}/operations/${operationHandle}/result/0?rowFormat=JSON`
      const rows: (readonly unknown[])[] = []
      while (next !== undefined) {
        const page: Page = await call<Page>('GET', next)
        if (page.resultType === 'NOT_READY') {
          await new Promise((resolve) => setTimeout(resolve, 10))
          continue
        }
        rows.push(...page.results.data.map((d) => d.fields))
        if (page.resultType === 'EOS') break
        next = page.nextResultUri
      }
      return rows
    },
  }
}
