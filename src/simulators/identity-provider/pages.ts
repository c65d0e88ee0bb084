import type { Detail } from './details.ts';

interface SignInPage {
  readonly title: string;
  /** Path of the form. */
  readonly action: string;
  readonly user: string;
  readonly details: readonly Detail[];
  readonly isWrong: boolean;
}

/** Page on which a user signs in, and confirms the details of an approval. */
export function signInPage({ title, action, user, details, isWrong }: SignInPage): string {
  const wrong = isWrong ? '<p role="alert">The user name or the password is wrong.</p>' : '';
  const button = details.length === 0 ? 'Sign in' : 'Confirm';
  return page(
    title,
    `${wrong}${details.map(detailHtml).join('')}
    <form method="post" action="${action}">
      <p><label>User name <input name="user" value="${escaped(user)}" required></label></p>
      <p><label>Password <input name="password" type="password" required></label></p>
      <p><button name="decision" value="yes">${button}</button>
      <button name="decision" value="no" formnovalidate>Cancel</button></p>
    </form>`,
  );
}

/** A request that waits for an answer in the bank's app. */
export interface RequestOnPhone {
  readonly id: string;
  /** Name of the user who must answer. */
  readonly user: string;
  /** The code that the page of the service shows too. */
  readonly code: string;
  readonly details: readonly Detail[];
}

/** Page that stands for the bank's app on the phones of all users. */
export function phonePage({
  requests,
  isWrong,
}: {
  readonly requests: readonly RequestOnPhone[];
  readonly isWrong: boolean;
}): string {
  const wrong = isWrong ? '<p role="alert">The request or the password is wrong.</p>' : '';
  const forms = requests.map(
    ({ id, user, code, details }) => `<h2>${escaped(user)}: code ${escaped(code)}</h2>
    ${details.map(detailHtml).join('')}
    <form method="post" action="/phone">
      <input type="hidden" name="id" value="${escaped(id)}">
      <input type="hidden" name="user" value="${escaped(user)}">
      <p><label>Password <input name="password" type="password" required></label></p>
      <p><button name="decision" value="yes">Approve</button>
      <button name="decision" value="no">Refuse</button></p>
    </form>`,
  );
  return page('Requests on the phone', `${wrong}${forms.join('') || '<p>Nothing waits.</p>'}`);
}

/** Page with a heading and content that is HTML already. */
export function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title>
    <h1>${escaped(title)}</h1>${content}</html>`;
}

function detailHtml({ headline, lines }: Detail): string {
  const rows = lines.map(
    ({ label, values }) => `<dt>${escaped(label)}</dt><dd>${values.map(escaped).join('<br>')}</dd>`,
  );
  return `<p><strong>${escaped(headline)}</strong></p><dl>${rows.join('')}</dl>`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
