/**
 * The only script of the pages: it creates and uses passkeys, which needs the WebAuthn API. The
 * page contains the WebAuthn options. The script puts the authenticator's response into a hidden
 * field and submits the form. Passkey controls stay hidden if scripts are off or the browser does
 * not support passkeys.
 */
export const PASSKEY_SCRIPT = `'use strict';

const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const withBytes = (known = []) => known.map((one) => ({ ...one, id: bytesOf(one.id) }));

const CEREMONIES = {
  create: async (asked) => {
    const publicKey = {
      ...asked,
      challenge: bytesOf(asked.challenge),
      user: { ...asked.user, id: bytesOf(asked.user.id) },
      excludeCredentials: withBytes(asked.excludeCredentials),
    };
    const { id, response } = await navigator.credentials.create({ publicKey });
    return {
      id,
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
    };
  },
  get: async (asked) => {
    const publicKey = {
      ...asked,
      challenge: bytesOf(asked.challenge),
      allowCredentials: withBytes(asked.allowCredentials),
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

function enable(asking) {
  const { passkey: ceremony, options } = asking.dataset;
  const button = asking.querySelector('button');
  const { form } = button;
  const failed = asking.querySelector('[role="alert"]');
  asking.hidden = false;
  const ask = async () => {
    // An invalid form would leave an unused passkey on the device.
    if (ceremony === 'create' && !form.reportValidity()) return;
    button.disabled = true;
    failed.hidden = true;
    try {
      const given = await CEREMONIES[ceremony](JSON.parse(options));
      form.elements.passkey.value = JSON.stringify(given);
      form.submit();
    } catch {
      // Browsers report the same error for every cause, for example when the user cancels.
      failed.hidden = false;
      button.disabled = false;
    }
  };
  if (ceremony === 'get') {
    button.addEventListener('click', ask);
    return;
  }
  // The form has no other button, so Enter in a field has the same effect as this one.
  button.type = 'submit';
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    ask();
  });
}

if (window.PublicKeyCredential) {
  document.querySelectorAll('[data-without-passkeys]').forEach((told) => { told.hidden = true; });
  document.querySelectorAll('[data-passkey]').forEach(enable);
}
`;
