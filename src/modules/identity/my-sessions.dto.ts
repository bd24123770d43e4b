import { endedSessionsSchema, sessionSchema } from '../../contract/account.responses';
import { answerDto } from '../../common/rest/dto';

export class SessionRowDto extends answerDto(sessionSchema) {}
export class EndedDto extends answerDto(endedSessionsSchema) {}
