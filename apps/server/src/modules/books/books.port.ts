export { type BooksDeps, exportBooks } from './books.service.ts'
export { booksSettings } from './books-settings.ts'
