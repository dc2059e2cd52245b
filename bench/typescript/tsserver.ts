// A client of TypeScript's language server, as editors have one: requests over stdio, answers by sequence number.
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

interface Answer {
  readonly type: string
  readonly request_seq?: number
  readonly success?: boolean
  readonly message?: string
  readonly body?: unknown
}
export interface Place {
  readonly file: string
  readonly line: number
  readonly offset: number
}

export class TsServer {
  readonly #process: ChildProcess
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #sequence = 0

  constructor(tsserver: string, folder: string) {
    this.#process = spawn(process.execPath, [tsserver, '--disableAutomaticTypingAcquisition', '--suppressDiagnosticEvents'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    createInterface({ input: this.#process.stdout! }).on('line', (line) => {
      if (!line.startsWith('{')) return
      const answer = JSON.parse(line) as Answer
      if (answer.request_seq === undefined) return
      this.#waiting.get(answer.request_seq)?.(answer)
      this.#waiting.delete(answer.request_seq)
    })
  }

  /** A command without an answer. */
  tell(command: string, args: object): void {
    this.#process.stdin!.write(`${JSON.stringify({ seq: ++this.#sequence, type: 'request', command, arguments: args })}\n`)
  }

  async ask<T>(command: string, args: object): Promise<T> {
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(this.#sequence + 1, resolve)
      this.tell(command, args)
    })
    if (answer.success !== true) throw new Error(`${command}: ${answer.message ?? 'no answer'}`)
    return answer.body as T
  }

  open(file: string, text: string): void {
    this.tell('open', { file, fileContent: text, scriptKindName: 'TS' })
  }

  /** Puts `text` at a place, or takes as many characters away as it has. */
  edit(at: Place, text: string, remove = 0): void {
    this.tell('change', {
      file: at.file,
      line: at.line,
      offset: at.offset,
      endLine: at.line,
      endOffset: at.offset + remove,
      insertString: text,
    })
  }

  async completions(at: Place): Promise<readonly string[]> {
    const body = await this.ask<{ entries: readonly { name: string }[] }>('completionInfo', at)
    return body.entries.map((e) => e.name)
  }

  async hover(at: Place): Promise<string> {
    return (await this.ask<{ displayString: string }>('quickinfo', at)).displayString
  }

  stop(): void {
    this.#process.stdin!.end()
    this.#process.kill()
  }
}
