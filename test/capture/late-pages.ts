/** Pages that go on to work once they are loaded. */
import { type Handler, page } from './pages.ts'

export const answering =
  (bytes: number): Handler =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.alloc(bytes, 7))
export const scripted = (script: string, body = '') => page(`<h1>Late</h1>${body}<script>${script}</script>`)
export const onLoad = (work: string, ms = 1500) =>
  `addEventListener('load', () => setTimeout(() => { ${work} }, ${ms}))`
export const busyBy = (turns: number) => `for (let i = 0, sum = 0; i < ${turns}; i++) sum += Math.sqrt(i)`
