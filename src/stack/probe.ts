// Whether somebody listens on a port of this machine.
import { connect } from 'node:net'

export function canConnect(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 2000 })
    const end = (answer: boolean): void => {
      socket.destroy()
      done(answer)
    }
    socket
      .on('connect', () => end(true))
      .on('error', () => end(false))
      .on('timeout', () => end(false))
  })
}
