/**
 * Creates the pages of the API reference. Node.js imports the code of the service directly, because
 * the builder of the site would bundle it.
 */
const { apiPages } = (await import(
  new URL('../../site/api-pages.ts', import.meta.url).href
)) as typeof import('../../site/api-pages.ts');

export default {
  paths: () => apiPages().map(({ name, text }) => ({ params: { page: name }, content: text })),
};
