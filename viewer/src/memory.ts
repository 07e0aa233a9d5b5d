// What a person has chosen, kept by the browser for the next time. Without its leave nothing is kept.
const name = (key: string) => `ventouse.${key}`;

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(name(key));
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(name(key), value);
  } catch {
    // Private windows, and files in some browsers: chosen for this page only.
  }
}
