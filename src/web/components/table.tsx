import type { Child } from 'hono/jsx';

interface TableProperties {
  readonly caption: string;
  /** Headings of the columns. */
  readonly columns: readonly string[];
  readonly class?: string;
  /** The rows. */
  readonly children?: Child;
}

/** A table with a caption and headings. */
export function Table({ caption, columns, class: classes, children }: TableProperties) {
  return (
    <table class={classes}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th scope="col">{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** Links to other pages of a list: for each text, a path. Null if there is no such page. */
export function ListLinks({ links }: { readonly links: Readonly<Record<string, string | null>> }) {
  const shown = Object.entries(links).filter(([, path]) => path !== null);
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Pages">
      <ul class="pages">
        {shown.map(([text, path]) => (
          <li>
            <a href={path ?? undefined}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
