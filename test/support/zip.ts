import { crc32, deflateRawSync } from 'node:zlib';

type Part = readonly [path: string, content: string | Buffer];

/** Builds a ZIP archive; a list may contain a path twice. */
export function zip(input: Readonly<Record<string, string | Buffer>> | readonly Part[]): Buffer {
  const parts: readonly Part[] = Array.isArray(input) ? input : Object.entries(input);
  const localEntries: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, content] of parts) {
    const name = Buffer.from(path);
    const plain = Buffer.from(content as string);
    const packed = deflateRawSync(plain, { level: 9 });
    const entryHeader = Buffer.alloc(22);
    entryHeader.writeUInt16LE(8, 0);
    entryHeader.writeUInt32LE(crc32(plain), 6);
    entryHeader.writeUInt32LE(packed.length, 10);
    entryHeader.writeUInt32LE(plain.length, 14);
    entryHeader.writeUInt16LE(name.length, 18);
    localEntries.push(Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'), entryHeader, name, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0\x14\0\0\0', 'latin1'), entryHeader, rest, name);
    at += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...localEntries, list, end]);
}
