/** A small MP4 whose tables declare `count` frames that all share the same bytes. */
export function repeatingVideo(video: Buffer, bytes: number, count: number): Buffer {
  const moov = video.subarray(boxAt(video, 'moov'));
  const first = video.subarray(boxAt(video, 'mdat') + 8, boxAt(video, 'mdat') + 8 + 1_000);
  const media = box('mdat', Buffer.concat([first, Buffer.alloc(bytes - first.length)]));
  const head = video.subarray(0, video.readUInt32BE(0));
  const uint32s = (...numbers: number[]) => {
    const out = Buffer.alloc(numbers.length * 4);
    numbers.forEach((number, at) => out.writeUInt32BE(number, at * 4));
    return out;
  };
  const mediaOffset = head.length + 8;
  const tables: Record<string, Buffer> = {
    stts: uint32s(0, 1, count, 512),
    stsc: uint32s(0, 1, 1, 1, 1),
    stsz: uint32s(0, bytes, count),
    stco: uint32s(0, count, ...Array.from({ length: count }, () => mediaOffset)),
  };
  return Buffer.concat([head, media, replaceBoxes(moov, tables)]);
}

const CONTAINER_BOXES = ['moov', 'trak', 'mdia', 'minf', 'stbl'];

/** Replaces the contents of some boxes and updates the sizes. */
function replaceBoxes(boxes: Buffer, contents: Readonly<Record<string, Buffer>>): Buffer {
  const out: Buffer[] = [];
  for (let at = 0; at < boxes.length; at += boxes.readUInt32BE(at)) {
    const name = boxes.toString('latin1', at + 4, at + 8);
    const inside = boxes.subarray(at + 8, at + boxes.readUInt32BE(at));
    out.push(box(name, contents[name] ?? (CONTAINER_BOXES.includes(name) ? replaceBoxes(inside, contents) : inside)));
  }
  return Buffer.concat(out);
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function boxAt(video: Buffer, name: string): number {
  let at = 0;
  while (video.toString('latin1', at + 4, at + 8) !== name) at += video.readUInt32BE(at);
  return at;
}
