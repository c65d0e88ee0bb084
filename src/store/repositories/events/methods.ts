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
    eventsToPush: (subscriptionId, now, limit) =>
      run(() => repos.eventPushes.events(subscriptionId, now, limit)),
    endpointHealth: (clientId) => run(() => repos.endpoints.health(clientId)),
    listEndpoints: (limit) => run(() => repos.endpoints.list(limit)),
  } satisfies Partial<SeededStore>;
}

/** Returns the commands about subscriptions and events. */
export function eventCommands(repos: Repositories, run: Run) {
  return {
    addSubscription: (subscription, act) =>
      run(() => repos.eventSubscriptions.add(subscription, act)),
    replaceSubscription: (subscription, act) =>
      run(() => repos.eventSubscriptions.replace(subscription, act)),
    removeSubscription: (id, clientId, act) =>
      run(() => repos.eventSubscriptions.remove(id, clientId, act)),
    answerEvents: (clientId, answers, now) =>
      run(() => repos.events.answer(clientId, answers, now)),
    recordPush: (outcome, now) => run(() => repos.eventPushes.record(outcome, now)),
    recordTest: (subscription, problem, now) =>
      run(() => repos.eventPushes.recordTest(subscription, problem, now)),
    resumePush: (subscriptionId) => run(() => repos.eventPushes.resume(subscriptionId)),
    replayFrom: (subscriptionId, start, limit, now) =>
      run(() => repos.endpoints.replayFrom(subscriptionId, start, limit, now)),
    replayEvent: (id, now) => run(() => repos.events.replay(id, now)),
    clearEvents: (now, limit) => run(() => repos.events.clear(now, limit)),
  } satisfies Partial<SeededStore>;
}
