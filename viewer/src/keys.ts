// Keys: one table for what they do and for the list that `?` shows.
export interface Key {
  keys: string[]; // as in KeyboardEvent.key
  shown: string;
  does: string;
  repeats?: boolean; // while it is held down
  action: (again: boolean) => void;
}

// Keys with Ctrl, Alt or Meta belong to the browser; keys in a field or an open dialog belong to that.
export function bindKeys(keys: Key[]): void {
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target as HTMLElement;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable) return;
    // Space and Enter press a button that has the focus.
    if (target.tagName === "BUTTON" && (event.key === " " || event.key === "Enter")) return;
    const wanted = event.shiftKey && event.key.startsWith("Arrow") ? `Shift+${event.key}` : event.key;
    const found = keys.find((k) => k.keys.includes(wanted));
    if (!found) return;
    event.preventDefault();
    if (!event.repeat || found.repeats) found.action(event.repeat);
  });
}

export function fillHelp(table: HTMLElement, keys: Key[]): void {
  table.replaceChildren(
    ...keys.map((key) => {
      const row = document.createElement("tr");
      const left = document.createElement("th"), right = document.createElement("td");
      left.append(...key.shown.split(" / ").flatMap((k, i) => {
        const kbd = document.createElement("kbd");
        kbd.textContent = k;
        return i > 0 ? [" ", kbd] : [kbd];
      }));
      right.textContent = key.does;
      row.append(left, right);
      return row;
    }),
  );
}
