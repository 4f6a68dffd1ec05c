/** An id that nobody else will think of. `crypto.randomUUID` would do, but is not there at home, without HTTPS. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
