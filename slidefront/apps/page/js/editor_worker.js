// The worker of the editor: explores what is drawn while people go on drawing.

import { explorePuzzle } from "./editor_search.js";

self.onmessage = ({ data: { description, most } }) => self.postMessage(explorePuzzle(description, most));
