import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * A test file's suffix tells what it needs, and so its project: `name.test.ts` needs nothing, the others what stands
 * here. `npm test` runs unit, db and smoke, `.ci/run` browser and e2e as well, both without variants; `npm run test:all`
 * everything.
 */
const NEEDS = {
  /** A Postgres, which the set-up starts; test/database.ts makes a database of it. */
  db: { globalSetup: ['test/global-setup.ts'] },
  /** A Chromium. */
  browser: {},
  /** Several parts at once: whole jobs, the Action or the command line as a process, our pages in a browser. */
  e2e: { globalSetup: ['test/global-setup.ts'] },
  /** The main job end to end: the one of its kind that `npm test` includes. */
  smoke: { globalSetup: ['test/global-setup.ts'] },
  /**
   * Any of these, and minutes, or evidence beyond the guard: what hangs, dies or floods and how the service lives through
   * it, our own pages under our own suites, perf measured.
   */
  slow: { globalSetup: ['test/global-setup.ts'] },
}

/** Files that take long, of whichever project, begin first, so that none is left to run alone at the end. */
const LONG =
  /\.slow\.|e2e\/(verdicts|store|main-job)|main\.e2e|traces\/traces|jobs\/jobs\.db|verify\/cli|capture\/(landing|failures|probes|reveal|consent|submit-enablement)|suites\/(a11y\/widgets|(image|functional|responsive)\/pages|functional\/(behaviour|trials))|content\/pages|web\/report\.e2e|worker\/(worker|machine-lock|run-scan|originals)|storage\/artifacts|catalog\/defects|api\/(artifacts|events)\.db/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification) => (LONG.test(moduleId) ? 0 : 1)
    // A process goes on to the next file where that is of its own project.
    const projects = [...new Set(files.map(({ project }) => project.name))]
    const orderOf = (file: TestSpecification) =>
      isShort(file) * projects.length + projects.indexOf(file.project.name)
    return (await super.sort(files)).toSorted((a, b) => orderOf(a) - orderOf(b))
  }
}

const suffixes = Object.keys(NEEDS)

export default defineConfig({
  test: {
    // Only ends what hangs: no test asserts on seconds, and one of two captures took 57 s on a machine that was busy.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // Most tests wait for a browser or a database: one more than the two cores of a usual runner.
    maxWorkers: 3,
    // Of the concurrent tests of one file: captures, which wait more than they compute. A scan runs two at once as well.
    maxConcurrency: 2,
    sequence: { sequencer: LongFirst },
    tags: [
      {
        name: 'variant',
        description: 'Takes long, and is more of a kind of which one is tried with every change.',
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: suffixes.map(suffix => `test/**/*.${suffix}.test.ts`),
          // No test of these changes what another sees: they share the modules that they load, in two threads.
          pool: 'threads',
          isolate: false,
        },
      },
      ...Object.entries(NEEDS).map(([name, set]) => ({
        extends: true as const,
        // One process for many files: to load the modules again for each takes longer than most of them.
        test: {
          name,
          include: [`test/**/*.${name}.test.ts`],
          pool: 'forks' as const,
          isolate: false,
          ...set,
        },
      })),
    ],
  },
})
