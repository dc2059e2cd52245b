// A ZIP archive of a few small texts, stored without compression: enough for a jar with a service manifest, without a JDK.
import { crc32 } from 'node:zlib'

/** 1980-01-01, the first day a ZIP archive knows: the same bytes every time. */
const DATE = 0x21

export function storedZip(files: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const path = Buffer.from(name, 'utf8')
    const data = Buffer.from(text, 'utf8')
    // version needed, flags, method, time, date, CRC, both sizes, length of the name, of the extra field
    const common = Buffer.alloc(26)
    common.writeUInt16LE(10, 0)
    common.writeUInt16LE(DATE, 8)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(path.length, 22)
    local.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, path, data)
    const rest = Buffer.alloc(14) // comment, disk, attributes, offset
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\u0001\u0002\u000a\u0000', 'latin1'), common, rest, path)
    offset += 30 + path.length + data.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
