import type { SeededStore } from '../../../domain/ports/store-admin.ts';
import type { Run } from '../engine.ts';
import type { Repositories } from '../repositories.ts';

/** Returns the queries about subscriptions and events. */
export function eventQueries(repos: Repositories, run: Run) {
  return {
    findSubscription: (clientId) => run(() => repos.eventSubscriptions.find(clientId)),
    listSetAsideEvents: (limit) => run(() => repos.events.listSetAside(limit)),
    countEvents: () => run(() => repos.events.count()),
    openEvents: (clientId, now, limit) => run(() => repos.events.open(clientId, now, limit)),
    subscriptionsToPush: (now) => run(() => repos.eventPushes.subscriptions(now)),
    eventsToPush: (...given) => run(() => repos.eventPushes.events(...given)),
    endpointHealth: (clientId) => run(() => repos.endpoints.health(clientId)),
    listEndpoints: (limit) => run(() => repos.endpoints.list(limit)),
  } satisfies Partial<SeededStore>;
}

/** Returns the commands about subscriptions and events. */
export function eventCommands(repos: Repositories, run: Run) {
  return {
    addSubscription: (...given) => run(() => repos.eventSubscriptions.add(...given)),
    replaceSubscription: (...given) => run(() => repos.eventSubscriptions.replace(...given)),
    removeSubscription: (...given) => run(() => repos.eventSubscriptions.remove(...given)),
    answerEvents: (...given) => run(() => repos.events.answer(...given)),
    recordPush: (outcome, now) => run(() => repos.eventPushes.record(outcome, now)),
    recordTest: (...given) => run(() => repos.eventPushes.recordTest(...given)),
    resumePush: (subscriptionId) => run(() => repos.eventPushes.resume(subscriptionId)),
    replayFrom: (...given) => run(() => repos.endpoints.replayFrom(...given)),
    replayEvent: (id, now) => run(() => repos.events.replay(id, now)),
    clearEvents: (now, limit) => run(() => repos.events.clear(now, limit)),
  } satisfies Partial<SeededStore>;
}
