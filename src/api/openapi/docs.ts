import { readFile } from 'node:fs/promises';
import { VERSIONS } from '../../versions/index.ts';
import type { App } from '../request-context.ts';
import { descriptionPath } from '../routes.ts';

const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

/** Links to the description of each version. */
const LINKS = VERSIONS.map(({ name }) => `<a href="docs?version=${name}">${name}</a>`).join(' ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Payment Initiation API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <nav>Version ${LINKS}</nav>
    <div id="docs"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

/** The files with the descriptions, by the value of the parameter `version`. */
const FILES = Object.fromEntries(
  VERSIONS.map((version) => [version.name, descriptionPath(version).slice(1)]),
);

const START = `const files = ${JSON.stringify(FILES)};
const version = new URLSearchParams(location.search).get('version');
SwaggerUIBundle({
  url: files[version] ?? 'openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
});
`;

/**
 * The content security policy of the Swagger UI pages. It allows no other origin. Swagger UI needs
 * inline styles and `data:` images.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Folder of Swagger UI, to which the build copies the files of its package. */
const SWAGGER_UI = new URL('../../../dist/swagger-ui/', import.meta.url);

/** Registers Swagger UI at `/docs`. Its assets come from the build and not from a CDN. */
export function serveDocs(app: App): void {
  const headers = (type: string): Record<string, string> => ({
    'content-type': type,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
  });
  app.get('/docs/', (context) => context.redirect('/docs'));
  app.get('/docs', () => new Response(PAGE, { headers: headers('text/html; charset=utf-8') }));
  app.get('/docs/start.js', () => {
    return new Response(START, { headers: headers('text/javascript; charset=utf-8') });
  });
  for (const [name, type] of Object.entries(ASSETS)) {
    app.get(`/docs/${name}`, async () => {
      const asset = await readFile(new URL(name, SWAGGER_UI));
      return new Response(asset, { headers: headers(type) });
    });
  }
}
