/**
 * `work` at most once in `ms`, however many ask: those who ask meanwhile share an answer, also one that fails.
 * @param now milliseconds of a clock that nobody sets back
 */
export function kept<T>(
  ms: number,
  work: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let last: { until: number; answer: Promise<T> } | undefined
  return () => {
    if (last && last.until > now()) return last.answer
    const answer = work()
    // Until it is there, and for `ms` from then on.
    const mine = { until: Number.POSITIVE_INFINITY, answer }
    const settle = () => {
      mine.until = now() + ms
    }
    answer.then(settle, settle)
    last = mine
    return answer
  }
}
