export { keepBoardAnswer } from './diagnostics/diagnostics.service.ts'
