/** What the browser remembers for us, where it may: some are told to remember nothing. */

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then it holds until the page is closed.
  }
}
