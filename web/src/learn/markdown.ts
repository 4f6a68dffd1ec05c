/** The little Markdown that the rules are written in, read into blocks. */

export type Inline = { readonly text: string; readonly strong?: boolean; readonly em?: boolean };
export type Block =
  | { type: 'heading'; level: number; text: Inline[] }
  | { type: 'paragraph'; text: Inline[] }
  | { type: 'list'; ordered: boolean; items: Inline[][] }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { type: 'figure'; number: number };

export function readInline(text: string): Inline[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|_[^_]+_)/).flatMap((part) => {
    if (!part) return [];
    if (part.startsWith('**')) return [{ text: part.slice(2, -2), strong: true }];
    if (/^[*_]/.test(part)) return [{ text: part.slice(1, -1), em: true }];
    return [{ text: part }];
  });
}

const cellsOf = (line: string): Inline[][] => line.replace(/^\||\|$/g, '').split('|').map((cell) => readInline(cell.trim()));

export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  for (const chunk of text.split(/\n\s*\n/)) {
    const lines = chunk.split('\n').filter((line) => line.trim());
    const first = lines[0];
    if (!first) continue;
    const heading = /^(#+) (.*)/.exec(first);
    const figure = /^!\[[^\]]*\]\(figure-(\d+)\)/.exec(first);
    if (heading) {
      blocks.push({ type: 'heading', level: heading[1]!.length, text: readInline(heading[2]!) });
      if (lines.length > 1) blocks.push(...readMarkdown(lines.slice(1).join('\n')));
    } else if (figure) {
      blocks.push({ type: 'figure', number: Number(figure[1]) });
      if (lines.length > 1) blocks.push(...readMarkdown(lines.slice(1).join('\n')));
    } else if (first.startsWith('|')) {
      const rows = lines.filter((line) => line.startsWith('|') && !/^\|[\s:|-]+\|$/.test(line)).map(cellsOf);
      blocks.push({ type: 'table', head: rows[0]!, rows: rows.slice(1) });
    } else if (/^(- |\d+\. )/.test(first)) {
      const items: string[] = [];
      for (const line of lines) {
        if (/^(- |\d+\. )/.test(line)) items.push(line.replace(/^(- |\d+\. )/, ''));
        else items[items.length - 1] += ` ${line.trim()}`;
      }
      blocks.push({ type: 'list', ordered: /^\d/.test(first), items: items.map(readInline) });
    } else blocks.push({ type: 'paragraph', text: readInline(lines.join(' ')) });
  }
  return blocks;
}
