import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { eventRoutes } from '../../../../src/ops/commands/events.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { addEventGauges } from '../../../../src/ops/event-gauges.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/shared/time.ts';
import { ACT, consentOf, factsOf, keyOf, NOW } from '../../../contract/store/fixtures.ts';
import { eventsIn, subscribeIn } from '../../../contract/events/stored-events.ts';
import { run, withData } from '../fixtures.ts';

it(
  'lists the events that were set aside, counts them, and sends one again',
  withData(async ({ folder, store }) => {
    const clock = () => NOW + MINUTE_MS;
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [eventRoutes({ store, clock })],
      ...{ store, clock, observe: () => undefined },
    });
    const registry = new Registry();
    addEventGauges(registry, { store, clock });
    const figures = async () =>
      [...(await registry.metrics()).matchAll(/^pis_events_\w+ \d+$/gm)].map(([line]) => line);
    try {
      expect(await run('events', ['list'], folder)).toBe('No event is set aside.');
      await subscribeIn(store);
      await store.createConsent(consentOf('watched'), keyOf('watched'), ACT);
      await store.attachFile('watched', factsOf(), keyOf('file'), ACT);
      const [event] = await store.openEvents('tpp-one', NOW, 1);
      const id = String(event?.id);
      expect(await figures()).toEqual([
        'pis_events_open 1',
        'pis_events_open_seconds 60',
        'pis_events_set_aside 0',
      ]);
      const errors = [{ id, code: 'jwtIss', description: 'unknown issuer' }];
      for (let count = 0; count < 6; count += 1) {
        await store.answerEvents('tpp-one', { acknowledged: [], errors }, NOW);
      }
      expect((await run('events', ['list'], folder)).split('\n')).toEqual([
        `${id}  resource-update of watched, ${new Date(NOW).toISOString()}`,
        '    client tpp-one, 6 errors, the last: jwtIss: unknown issuer',
        '1 listed.',
      ]);
      expect(await figures()).toEqual([
        'pis_events_open 0',
        'pis_events_open_seconds 0',
        'pis_events_set_aside 1',
      ]);
      expect(await eventsIn(store)).toEqual([]);

      await run('events', ['replay', id], folder);
      expect(await eventsIn(store)).toEqual(['resource-update watched']);
      await expect(run('events', ['replay', id], folder)).rejects.toThrow('is set aside');
      await expect(run('events', ['replay', '1/../2'], folder)).rejects.toThrow('by its id');
      expect(await store.clearEvents(NOW + 30 * DAY_MS, 10)).toBe(0);
      expect(await store.clearEvents(NOW + 30 * DAY_MS + MINUTE_MS, 10)).toBe(1);
    } finally {
      await control.close();
    }
  }),
);
