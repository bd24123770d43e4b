import { endedAnswer, sessionAnswer } from '../contract/account-answers';
import { answerDto } from '../platform/definitions/dto';

export class SessionRowDto extends answerDto(sessionAnswer) {}
export class EndedDto extends answerDto(endedAnswer) {}
