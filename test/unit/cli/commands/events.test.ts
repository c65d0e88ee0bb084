import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { eventRoutes } from '../../../../src/ops/commands/events.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { addEventGauges } from '../../../../src/ops/gauges.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { DAY_MS, formatLondon, MINUTE_MS } from '../../../../src/shared/time.ts';
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
      [...(await registry.metrics()).matchAll(/^pis_events?_\w+ \d+$/gm)].map(([line]) => line);
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
        'pis_event_endpoints_unresponsive 0',
      ]);
      const errors = [{ id, code: 'jwtIss', description: 'unknown issuer' }];
      for (let count = 0; count < 6; count += 1) {
        await store.answerEvents('tpp-one', { acknowledged: [], errors }, NOW);
      }
      expect((await run('events', ['list'], folder)).split('\n')).toEqual([
        `${id}  resource-update of watched, ${formatLondon(NOW)}`,
        '    client tpp-one, 6 errors, the last: jwtIss: unknown issuer',
        '1 listed.',
      ]);
      expect(await figures()).toEqual([
        'pis_events_open 0',
        'pis_events_open_seconds 0',
        'pis_events_set_aside 1',
        'pis_event_endpoints_unresponsive 0',
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

it(
  'lists the callback addresses of TPPs, counts the unresponsive ones, and resumes one',
  withData(async ({ folder, store }) => {
    const clock = () => NOW;
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [eventRoutes({ store, clock })],
      ...{ store, clock, observe: () => undefined },
    });
    try {
      const callbackUrl = 'https://tpp-one.example/';
      await store.addSubscription(
        { id: 'es-1', clientId: 'tpp-one', version: '3.1', callbackUrl, eventTypes: null },
        ACT,
      );
      await store.createConsent(consentOf('watched'), keyOf('watched'), ACT);
      await store.attachFile('watched', factsOf(), keyOf('file'), ACT);
      const [event] = await store.eventsToPush('es-1', NOW, 1);
      const outcome = { event: expectDefined(event, 'the event'), problem: 'no answer' };
      await store.recordPush({ ...outcome, retryAt: NOW + 1 }, NOW);
      expect(await store.eventsToPush('es-1', NOW, 1)).toEqual([]);
      expect(await store.subscriptionsToPush(NOW + 1)).toEqual(['es-1']);
      const last = { ...outcome.event, tries: 1 };
      await store.recordPush({ ...outcome, event: last, retryAt: null }, NOW);
      expect(await store.subscriptionsToPush(NOW + 1)).toEqual([]);
      expect((await store.countEvents()).unresponsive).toBe(1);
      const time = formatLondon(NOW);
      expect((await run('events', ['endpoints'], folder)).split('\n')).toEqual([
        `es-1  tpp-one, unresponsive since ${time}`,
        '    1 events not acknowledged',
        `    callback ${callbackUrl}`,
        `    last failure ${time}: no answer`,
        '1 listed.',
      ]);
      await run('events', ['resume', 'es-1'], folder);
      expect(await store.eventsToPush('es-1', NOW, 1)).toMatchObject([{ id: event?.id, tries: 0 }]);
      await expect(run('events', ['resume', 'es-1'], folder)).rejects.toThrow('is unresponsive');
      await expect(run('events', ['resume', '../x'], folder)).rejects.toThrow('by its id');
    } finally {
      await control.close();
    }
  }),
);
