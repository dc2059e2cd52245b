import { expect, it } from 'vitest'
import { placeInTemplate } from './template-place.js'

it('of a file with the line ends of Windows, which JavaScript reads as line feeds', () => {
  const source = 'x = flow`\r\n    stream a =\r\n      from ${b}\r\n      where c\r\n  `\r\n'
  const text = 'stream a =\n  from b\n  where c'
  const found = ['a =', 'from', 'where c'].map((words) => {
    const start = text.indexOf(words)
    const place = placeInTemplate(source, source.indexOf('flow'), text, { start, end: start + words.length })
    return place === null ? null : source.slice(place.start, place.end)
  })
  expect(found).toEqual(['a =', 'from', 'where c'])
})
