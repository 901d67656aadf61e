// Names `<signal-scope>`; once or several times, it is the same.
import { register } from '../register.js';
import { SignalScope } from './signal-scope.js';

register(SignalScope);

export { SignalScope };
