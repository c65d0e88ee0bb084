/**
 * The script of console pages that update themselves. It requests the page again while the page is
 * visible, with the token of the page, and replaces the content if it has changed. It does not
 * replace content that the operator uses. If scripts are disabled, the page stays as it is.
 */
export const LIVE_SCRIPT = `'use strict';

const live = document.querySelector('[data-live]');
const asOf = document.querySelector('[data-live-as-of]');
const controls = document.querySelector('[data-live-controls]');
const status = document.querySelector('[data-live-status]');
const pause = controls.querySelector('button');
const { live: token, liveSeconds } = live.dataset;

const fieldsIn = () =>
  JSON.stringify([...live.querySelectorAll('input, select, textarea')]
    .map(({ value, checked }) => [value, checked]));
let etag = '';
let unchanged = fieldsIn();
let isPaused = false;
let isOver = false;

const say = (text) => {
  // Setting the same text again would make screen readers repeat it.
  if (status.textContent !== text) status.textContent = text;
};
const isInUse = () =>
  live.contains(document.activeElement) || fieldsIn() !== unchanged ||
  (!getSelection().isCollapsed && live.contains(getSelection().anchorNode));

function replace(text) {
  const fresh = new DOMParser().parseFromString(text, 'text/html');
  const content = fresh.querySelector('[data-live]');
  const isChanged = content.textContent !== live.textContent;
  live.replaceChildren(...content.childNodes);
  asOf.textContent = fresh.querySelector('[data-live-as-of]').textContent;
  unchanged = fieldsIn();
  if (isChanged) say('This page changed at ' + new Date().toLocaleTimeString('en-GB') + '.');
}

function stop(text) {
  isOver = true;
  controls.hidden = true;
  say(text);
}

async function update() {
  if (isInUse()) return say('Updates wait while you use this page.');
  const headers = { 'x-live-token': token, ...(etag && { 'if-none-match': etag }) };
  const response = await fetch(location.pathname + location.search, { headers, cache: 'no-store' });
  if (response.status === 304) return;
  if (response.status === 401) return stop('You are signed out. Open the page again to sign in.');
  if (response.status === 403 || response.status === 404) {
    return stop('You cannot see this page any more. Open it again.');
  }
  if (!response.ok) throw new Error('unavailable');
  const text = await response.text();
  if (isInUse()) return say('Updates wait while you use this page.');
  etag = response.headers.get('etag');
  replace(text);
}

async function run() {
  if (!isPaused && document.visibilityState === 'visible') {
    await update().catch(() => say('The console does not answer. The page tries again.'));
  }
  if (!isOver) setTimeout(run, liveSeconds * 1000);
}

pause.addEventListener('click', () => {
  isPaused = !isPaused;
  pause.textContent = isPaused ? 'Resume updates' : 'Pause updates';
  say(isPaused ? 'Updates are paused.' : '');
});
controls.hidden = false;
setTimeout(run, liveSeconds * 1000);
`;
