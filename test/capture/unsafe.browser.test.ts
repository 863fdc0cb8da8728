/** All that a capture does to a page, and none of it asks the server to change anything. */
import { expect, test } from 'vitest'
import { captureSite } from '../../server/capture/capture-site.ts'
import { serveHarmful } from './harmful.ts'
import { openWith } from './with-session.ts'

test('a whole capture sends nothing that changes data, but what the page sends by loading', async () => {
  const { asked, host, close } = await serveHarmful({ more: true })
  try {
    await openWith(`http://${host}/`, async session => {
      const { artifacts } = (await captureSite(session)).capture
      for (const part of ['probes', 'keyboard', 'submitEnablement'] as const)
        expect(artifacts[part]).toMatchObject({ ok: true })
      const names = artifacts.probes.ok ? artifacts.probes.value.wide.probes.map(({ name }) => name) : []
      expect(names).toContain('Remember this')
    })
    const unsafe = asked.filter(line => !/^(GET|HEAD|OPTIONS) /.test(line))
    expect(new Set(unsafe)).toEqual(new Set(['POST /loading', 'PATCH /loading']))
  } finally {
    close()
  }
})
