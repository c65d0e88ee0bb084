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
