import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What the reader can put right; everything else is our fault and shows its stack. */
export class SetupError extends Error {}

export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** One line per slow step. @param {string} step */
export function say(step) {
  console.error(`Set-up: ${step}`)
}

/**
 * Runs a program in the project's folder; what it prints goes to our standard error, for standard output belongs to the
 * command that comes after the set-up.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(pid: number) => void} [started]
 * @returns {Promise<boolean>} whether it ended well
 */
export function run(program, args, env = process.env, started) {
  return new Promise(done => {
    const child = spawn(program, args, {
      cwd: PROJECT_ROOT,
      env,
      stdio: ['ignore', 2, 2],
      // npm is a batch file there.
      shell: process.platform === 'win32' && program === 'npm',
    })
    child.on('error', error => {
      console.error(`${program}: ${error.message}`)
      done(false)
    })
    child.on('close', code => done(code === 0))
    if (child.pid) started?.(child.pid)
  })
}
