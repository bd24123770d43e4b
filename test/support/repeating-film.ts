/** A small MP4 whose tables say that it is long: `count` pictures, all of them the same bytes. */
export function repeatingFilm(film: Buffer, bytes: number, count: number): Buffer {
  const moov = film.subarray(boxAt(film, 'moov'));
  const first = film.subarray(boxAt(film, 'mdat') + 8, boxAt(film, 'mdat') + 8 + 1_000);
  const media = box('mdat', Buffer.concat([first, Buffer.alloc(bytes - first.length)]));
  const head = film.subarray(0, film.readUInt32BE(0));
  const whole = (...numbers: number[]) => {
    const out = Buffer.alloc(numbers.length * 4);
    numbers.forEach((number, at) => out.writeUInt32BE(number, at * 4));
    return out;
  };
  const begins = head.length + 8;
  const tables: Record<string, Buffer> = {
    stts: whole(0, 1, count, 512),
    stsc: whole(0, 1, 1, 1, 1),
    stsz: whole(0, bytes, count),
    stco: whole(0, count, ...Array.from({ length: count }, () => begins)),
  };
  return Buffer.concat([head, media, rewritten(moov, tables)]);
}

const HOLDERS = ['moov', 'trak', 'mdia', 'minf', 'stbl'];

/** The same boxes, some of them with other contents; their sizes follow. */
function rewritten(boxes: Buffer, contents: Readonly<Record<string, Buffer>>): Buffer {
  const out: Buffer[] = [];
  for (let at = 0; at < boxes.length; at += boxes.readUInt32BE(at)) {
    const name = boxes.toString('latin1', at + 4, at + 8);
    const inside = boxes.subarray(at + 8, at + boxes.readUInt32BE(at));
    out.push(box(name, contents[name] ?? (HOLDERS.includes(name) ? rewritten(inside, contents) : inside)));
  }
  return Buffer.concat(out);
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function boxAt(film: Buffer, name: string): number {
  let at = 0;
  while (film.toString('latin1', at + 4, at + 8) !== name) at += film.readUInt32BE(at);
  return at;
}
