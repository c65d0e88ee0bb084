import type { Child, JSX } from 'hono/jsx';

interface TextFieldProperties extends Omit<JSX.IntrinsicElements['input'], 'id' | 'children'> {
  /** Id of the field, and its name by default. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Error message. Undefined if the input was not wrong. */
  readonly wrong?: string | undefined;
}

/** An input field with a label, and with a hint and an error message if there are any. */
export function TextField({ id, label, hint, wrong, ...input }: TextFieldProperties) {
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(wrong === undefined ? [] : [`${id}-wrong`]),
  ];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint === undefined ? null : (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {wrong === undefined ? null : (
        <span class="wrong" id={`${id}-wrong`}>
          <span class="unseen">Error: </span>
          {wrong}
        </span>
      )}
      <input
        id={id}
        name={id}
        type="text"
        autocomplete="off"
        aria-invalid={wrong === undefined ? undefined : 'true'}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        {...input}
      />
    </div>
  );
}

interface SelectFieldProperties {
  /** Id of the field, and its name by default. */
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  /** The values with their texts. */
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly selected?: string | null;
}

/** A list with a label, from which one value is selected. */
export function SelectField({ id, name = id, label, options, selected }: SelectFieldProperties) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} name={name}>
        {options.map(([value, text]) => (
          <option value={value} selected={value === selected}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Properties of a form with a CSRF token. */
export interface PostFormProperties {
  readonly action: string;
  /** Values of hidden fields by their names. Null for a field that the form does not have. */
  readonly hidden?: Readonly<Record<string, string | null>>;
  /** Text of the only button. Undefined if the form contains its own buttons. */
  readonly button?: string;
  /** True if the button is not the main one of the page. */
  readonly isOther?: boolean;
  readonly children?: Child;
}

/** A form that is sent by POST, with its CSRF token. */
export function PostForm(properties: PostFormProperties & { readonly token: string }) {
  const { action, token, hidden = {}, button, isOther, children } = properties;
  const fields: NonNullable<PostFormProperties['hidden']> = { token, ...hidden };
  return (
    <form method="post" action={action} novalidate>
      {Object.entries(fields).map(([name, value]) =>
        value === null ? null : <input type="hidden" name={name} value={value} />,
      )}
      {children}
      {button === undefined ? null : <Submit isOther={isOther}>{button}</Submit>}
    </form>
  );
}

interface SubmitProperties {
  /** True if the button is not the main one of the page. */
  readonly isOther?: boolean | undefined;
  readonly children: Child;
}

/** The only button of a form. */
export function Submit({ isOther = false, children }: SubmitProperties) {
  return (
    <p class="actions">
      <button class={isOther ? 'other' : undefined}>{children}</button>
    </p>
  );
}
