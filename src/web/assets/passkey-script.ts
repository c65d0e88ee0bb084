/**
 * The only script that the pages use. It creates and uses passkeys, because this needs the
 * browser's WebAuthn API. The page contains the WebAuthn options. The script puts the
 * authenticator's response into a hidden field and submits the form. If scripts are disabled or the
 * browser does not support passkeys, the passkey controls stay hidden.
 */
export const PASSKEY_SCRIPT = `'use strict';

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const withBytes = (credentials = []) =>
  credentials.map((credential) => ({ ...credential, id: bytesOf(credential.id) }));

const CEREMONIES = {
  create: async (options) => {
    const publicKey = {
      ...options,
      challenge: bytesOf(options.challenge),
      user: { ...options.user, id: bytesOf(options.user.id) },
      excludeCredentials: withBytes(options.excludeCredentials),
    };
    const { id, response } = await navigator.credentials.create({ publicKey });
    return {
      id,
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
    };
  },
  get: async (options) => {
    const publicKey = {
      ...options,
      challenge: bytesOf(options.challenge),
      allowCredentials: withBytes(options.allowCredentials),
    };
    const { id, response } = await navigator.credentials.get({ publicKey });
    return {
      id,
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle ? textOf(response.userHandle) : null,
    };
  },
};

function enable(control) {
  const { passkey: ceremony, options } = control.dataset;
  const button = control.querySelector('button');
  const { form } = button;
  const message = control.querySelector('[role="alert"]');
  control.hidden = false;
  const requestPasskey = async () => {
    // Check the form first: otherwise the device would keep a passkey that the bank rejects.
    if (ceremony === 'create' && !form.reportValidity()) return;
    button.disabled = true;
    message.hidden = true;
    try {
      const response = await CEREMONIES[ceremony](JSON.parse(options));
      form.elements.passkey.value = JSON.stringify(response);
      form.submit();
    } catch {
      // Browsers report the same error for every cause, for example when the user cancels.
      message.hidden = false;
      button.disabled = false;
    }
  };
  if (ceremony === 'get') {
    button.addEventListener('click', requestPasskey);
    return;
  }
  // The form has no other button, so Enter in a field has the same effect as this one.
  button.type = 'submit';
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    requestPasskey();
  });
}

if (window.PublicKeyCredential) {
  document.querySelectorAll('[data-without-passkeys]').forEach((hint) => { hint.hidden = true; });
  document.querySelectorAll('[data-passkey]').forEach(enable);
}
`;
