import type { Pages } from '../journey/interaction.ts';
import { ASSETS } from './index.ts';

/** Adds the routes of the stylesheet, the script and the logo. Browsers cache them for a year. */
export function serveAssets(app: Pages): void {
  for (const [path, { type, content }] of ASSETS) {
    const headers = {
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
    };
    app.get(path, () => new Response(content, { headers }));
  }
}
