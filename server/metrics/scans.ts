import type { Counter, Gauge, Histogram } from 'prom-client'
import { type MetricName, OUTCOMES, type Outcome, PHASES, type Phase } from './table.ts'

/** Told of one scan as it goes on. */
export interface MeasuredScan {
  phase(name: string): void
  /** Of all its processes together. */
  memory(bytes: number): void
  /** What came of it. */
  end(outcome: string): void
}

export interface ScanMeter {
  begin(): MeasuredScan
}

interface Figures {
  gauge(name: MetricName): Gauge
  counter(name: MetricName): Counter
  histogram(name: MetricName): Histogram
}

/** What comes of scans as figures. */
export function scanMeter({ gauge, counter, histogram }: Figures): ScanMeter {
  const memory = new Map<MeasuredScan, number>()
  const tell = () => {
    gauge('cutover_scans_running').set(memory.size)
    gauge('cutover_scan_memory_bytes').set([...memory.values()].reduce((sum, bytes) => sum + bytes, 0))
  }
  tell()
  return {
    begin() {
      const begun = performance.now()
      let peak = 0
      let current: { phase: Phase; since: number } = { phase: 'beginning', since: begun }
      const leave = () =>
        histogram('cutover_scan_phase_duration_seconds').observe(
          { phase: current.phase },
          (performance.now() - current.since) / 1000,
        )
      const scan: MeasuredScan = {
        phase(name) {
          const phase = phaseOf(name)
          if (phase === current.phase) return
          leave()
          current = { phase, since: performance.now() }
        },
        memory(bytes) {
          if (!memory.has(scan)) return
          peak = Math.max(peak, bytes)
          memory.set(scan, bytes)
          tell()
        },
        end(outcome) {
          if (!memory.delete(scan)) return
          leave()
          tell()
          counter('cutover_scans_total').inc({ outcome: outcomeOf(outcome) })
          histogram('cutover_scan_duration_seconds').observe((performance.now() - begun) / 1000)
          if (peak > 0) histogram('cutover_scan_peak_memory_bytes').observe(peak)
        },
      }
      memory.set(scan, 0)
      tell()
      return scan
    },
  }
}

/** The scan process says it, which has seen hostile pages: a label takes none of its own words. */
const phaseOf = (name: string): Phase => PHASES.find(phase => name.startsWith(phase)) ?? 'other'

const outcomeOf = (name: string): Outcome => OUTCOMES.find(outcome => outcome === name) ?? 'internal_error'
