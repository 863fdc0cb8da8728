/**
 * The typeface of `system-ui` in browsers that we start. Without a desktop Chromium takes what fontconfig calls `sans`, on
 * Debian DejaVu Sans, which is an eighth wider than those of Windows and macOS: a page that is set in `system-ui` would
 * break its lines, and run out of its boxes, where nobody else sees it do so. Liberation Sans has the widths of Arial.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const match = (family: string) => `  <match target="pattern">
    <test qual="any" name="family"><string>${family}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Liberation Sans</string></edit>
  </match>`

const CONFIGURATION = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${['sans', 'sans-serif', 'system-ui'].map(match).join('\n')}
</fontconfig>
`

/**
 * Where fontconfig looks for what a user sets, below the home that a browser is given.
 * @see https://www.freedesktop.org/software/fontconfig/fontconfig-user.html
 */
export async function setSystemFont(home: string): Promise<void> {
  const folder = join(home, '.config/fontconfig')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'fonts.conf'), CONFIGURATION)
}
