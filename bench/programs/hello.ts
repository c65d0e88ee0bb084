import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';

/**
 * A server that uses the same HTTP library as the service but does no work. It shows the minimum
 * cost of a response.
 */
const app = new Hono();
app.get('/', (context) => context.text('Hello, world'));
app.post('/', async (context) => {
  await context.req.arrayBuffer();
  return context.text('Hello, world', 201);
});
app.get('/metrics', (context) => {
  const { user, system } = process.cpuUsage();
  return context.text(`process_cpu_seconds_total ${String((user + system) / 1e6)}\n`);
});

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }: AddressInfo) => {
  process.send?.({ port });
});
process.on('SIGTERM', () => process.exit(0));
