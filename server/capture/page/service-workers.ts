/**
 * For every document of a load, before its own scripts: service workers are refused, which would answer for the site. A
 * registration that never ends looks slow to the page; a refused one may break it. On the prototype, where no page finds
 * the browser's own again.
 */
export const NO_SERVICE_WORKER = `if (self.ServiceWorkerContainer) Object.defineProperty(
  ServiceWorkerContainer.prototype, 'register', { value: { register() { return new Promise(() => {}) } }.register }
)`
