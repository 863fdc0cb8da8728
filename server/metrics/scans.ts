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

/** What is known of a scan before it begins. Figures have no use for it, traces do. */
export interface ScanToBegin {
  /** Of its job. */
  id: string
  /** Of the trace that the job was submitted in, as W3C Trace Context writes it. */
  traceparent: string | null
  /** In the queue, since it was submitted or since the attempt before was last heard of. */
  waitedMs: number
}

export interface ScanMeter {
  begin(scan: ScanToBegin): MeasuredScan
}

/** All are told of everything. */
export const together = (...meters: readonly ScanMeter[]): ScanMeter => ({
  begin(scan) {
    const begun = meters.map(meter => meter.begin(scan))
    return {
      phase: name => begun.forEach(one => void one.phase(name)),
      memory: bytes => begun.forEach(one => void one.memory(bytes)),
      end: outcome => begun.forEach(one => void one.end(outcome)),
    }
  },
})

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

/** The scan process says it, which has seen hostile pages: figures and traces take none of its own words. */
export const phaseOf = (name: string): Phase => PHASES.find(phase => name.startsWith(phase)) ?? 'other'

export const outcomeOf = (name: string): Outcome =>
  OUTCOMES.find(outcome => outcome === name) ?? 'internal_error'
