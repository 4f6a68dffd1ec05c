/** Short sentences for the player: what went wrong and what to do, gone after a while. */

class Notices {
  list = $state.raw<readonly { id: number; text: string }[]>([]);
  #next = 1;

  show(text: string, milliseconds = 6000): void {
    const id = this.#next++;
    this.list = [...this.list.filter((notice) => notice.text !== text), { id, text }].slice(-3);
    setTimeout(() => this.dismiss(id), milliseconds);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}

export const notices = new Notices();
