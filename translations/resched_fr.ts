<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<!-- SPDX-FileCopyrightText: 2026 The Resched authors -->
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<TS version="2.1" language="fr_FR" sourcelanguage="en">
    <context>
        <name>Actions</name>
        <message>
            <source>&amp;File</source>
            <translation>&amp;Fichier</translation>
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation>&amp;Édition</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>&amp;Affichage</translation>
        </message>
        <message>
            <source>&amp;Navigate</source>
            <translation>&amp;Navigation</translation>
        </message>
        <message>
            <source>&amp;Run</source>
            <translation>E&amp;xécution</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>&amp;Aide</translation>
        </message>
        <message>
            <source>&amp;Open…</source>
            <translation>&amp;Ouvrir…</translation>
        </message>
        <message>
            <source>Open &amp;folder…</source>
            <translation>Ouvrir un &amp;dossier…</translation>
        </message>
        <message>
            <source>Open the &amp;sample</source>
            <translation>Ouvrir l’&amp;exemple</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>&amp;Quitter</translation>
        </message>
        <message>
            <source>&amp;Undo tuning</source>
            <translation>&amp;Annuler le réglage</translation>
        </message>
        <message>
            <source>&amp;Redo tuning</source>
            <translation>&amp;Rétablir le réglage</translation>
        </message>
        <message>
            <source>&amp;Find…</source>
            <translation>&amp;Chercher…</translation>
        </message>
        <message>
            <source>&amp;Pin the selected task</source>
            <translation>É&amp;pingler la tâche choisie</translation>
        </message>
        <message>
            <source>&amp;Hide the selected task</source>
            <translation>&amp;Masquer la tâche choisie</translation>
        </message>
        <message>
            <source>Show &amp;all tasks</source>
            <translation>&amp;Montrer toutes les tâches</translation>
        </message>
        <message>
            <source>&amp;Let go of the selection</source>
            <translation>&amp;Lâcher la sélection</translation>
        </message>
        <message>
            <source>Zoom &amp;in</source>
            <translation>Zoom &amp;avant</translation>
        </message>
        <message>
            <source>Zoom &amp;out</source>
            <translation>Zoom a&amp;rrière</translation>
        </message>
        <message>
            <source>Pan &amp;left</source>
            <translation>Vers la &amp;gauche</translation>
        </message>
        <message>
            <source>Pan &amp;right</source>
            <translation>Vers la &amp;droite</translation>
        </message>
        <message>
            <source>Zoom to the &amp;selection</source>
            <translation>Zoomer sur la &amp;sélection</translation>
        </message>
        <message>
            <source>Show &amp;everything</source>
            <translation>Tout &amp;montrer</translation>
        </message>
        <message>
            <source>&amp;Back to the view before</source>
            <translation>&amp;Vue précédente</translation>
        </message>
        <message>
            <source>&amp;Forward</source>
            <translation>Vue &amp;suivante</translation>
        </message>
        <message>
            <source>&amp;Next slice of the lane</source>
            <translation>Tranche &amp;suivante de la ligne</translation>
        </message>
        <message>
            <source>&amp;Previous slice of the lane</source>
            <translation>Tranche &amp;précédente de la ligne</translation>
        </message>
        <message>
            <source>Task lane &amp;above</source>
            <translation>Ligne de tâche au-&amp;dessus</translation>
        </message>
        <message>
            <source>Task lane &amp;below</source>
            <translation>Ligne de tâche au-dess&amp;ous</translation>
        </message>
        <message>
            <source>Next &amp;event of the selected task</source>
            <translation>É&amp;vénement suivant de la tâche choisie</translation>
        </message>
        <message>
            <source>Previous e&amp;vent of the selected task</source>
            <translation>Événement précédent de la &amp;tâche choisie</translation>
        </message>
        <message>
            <source>Set or remove a &amp;marker</source>
            <translation>Poser ou ôter un &amp;repère</translation>
        </message>
        <message>
            <source>Next ma&amp;rker</source>
            <translation>Repère s&amp;uivant</translation>
        </message>
        <message>
            <source>Previous mar&amp;ker</source>
            <translation>Repère pr&amp;écédent</translation>
        </message>
        <message>
            <source>&amp;Longest wait in the range</source>
            <translation>Plus &amp;longue attente de l’intervalle</translation>
        </message>
        <message>
            <source>&amp;Re-run</source>
            <translation>&amp;Rejouer</translation>
        </message>
        <message>
            <source>&amp;Cancel the re-run</source>
            <translation>&amp;Annuler la réexécution</translation>
        </message>
        <message>
            <source>Reset to kernel &amp;defaults</source>
            <translation>Valeurs par &amp;défaut du noyau</translation>
        </message>
        <message>
            <source>Reset to the rec&amp;ording</source>
            <translation>Valeurs de l’&amp;enregistrement</translation>
        </message>
        <message>
            <source>&amp;Commands…</source>
            <translation>&amp;Commandes…</translation>
        </message>
        <message>
            <source>&amp;Keyboard and mouse</source>
            <translation>C&amp;lavier et souris</translation>
        </message>
        <message>
            <source>&amp;About Resched</source>
            <translation>À &amp;propos de Resched</translation>
        </message>
        <message>
            <source>&amp;Export figure…</source>
            <translation>&amp;Exporter une figure…</translation>
        </message>
        <message>
            <source>&amp;Experiments…</source>
            <translation>E&amp;xpériences…</translation>
        </message>
        <message>
            <source>&amp;Sweep…</source>
            <translation>&amp;Balayage…</translation>
        </message>
    </context>
    <context>
        <name>Caption</name>
        <message>
            <source>%1: %2</source>
            <translation>%1 : %2</translation>
        </message>
        <message>
            <source>%1 (%2)</source>
            <translation>%1 (%2)</translation>
        </message>
        <message>
            <source>Linux %1</source>
            <translation>Linux %1</translation>
        </message>
        <message numerus="yes">
            <source>%n CPU(s)</source>
            <translation>
                <numerusform>%n CPU</numerusform>
                <numerusform>%n CPU</numerusform>
            </translation>
        </message>
        <message>
            <source>read in part</source>
            <translation>lu en partie</translation>
        </message>
        <message>
            <source>events lost: %1</source>
            <translation>événements perdus : %1</translation>
        </message>
        <message>
            <source>events lost: not known in this format</source>
            <translation>événements perdus : inconnus dans ce format</translation>
        </message>
        <message>
            <source>%1 to %2 after the start of the trace</source>
            <translation>%1 à %2 après le début de la trace</translation>
        </message>
        <message>
            <source>%1 from %2</source>
            <translation>%1 depuis %2</translation>
        </message>
        <message>
            <source>%1: n = %2, spurious %3, censored %4, lost %5</source>
            <translation>%1 : n = %2, superflus %3, censurés %4, perdus %5</translation>
        </message>
    </context>
    <context>
        <name>Figure</name>
        <message>
            <source>n</source>
            <translation>n</translation>
        </message>
        <message>
            <source>mean</source>
            <translation>moyenne</translation>
        </message>
        <message>
            <source>std. dev.</source>
            <translation>écart type</translation>
        </message>
        <message>
            <source>min</source>
            <translation>min</translation>
        </message>
        <message>
            <source>max</source>
            <translation>max</translation>
        </message>
        <message>
            <source>   of these, %1</source>
            <translation>   dont %1</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation>%1, %2</translation>
        </message>
        <message>
            <source>%1, %2 against %3</source>
            <translation>%1, %2 face à %3</translation>
        </message>
        <message>
            <source>Shown: %1. %2.</source>
            <translation>Affiché : %1. %2.</translation>
        </message>
        <message>
            <source>Lengths of waits (%1)</source>
            <translation>Durées des attentes (%1)</translation>
        </message>
        <message>
            <source>Rule %1. %2.</source>
            <translation>Règle %1. %2.</translation>
        </message>
        <message>
            <source>Tasks running or runnable on each CPU</source>
            <translation>Tâches en cours ou prêtes sur chaque CPU</translation>
        </message>
        <message>
            <source>Virtual runtime on each run queue</source>
            <translation>Temps virtuel dans chaque file d’exécution</translation>
        </message>
        <message>
            <source>What ran when</source>
            <translation>Ce qui s’est exécuté et quand</translation>
        </message>
        <message>
            <source>recorded</source>
            <translation>enregistré</translation>
        </message>
        <message>
            <source>Waits that ended on CPU %1.</source>
            <translation>Attentes terminées sur le CPU %1.</translation>
        </message>
        <message>
            <source>%1 over %2</source>
            <translation>%1 selon %2</translation>
        </message>
        <message>
            <source>%1 over %2 and %3</source>
            <translation>%1 selon %2 et %3</translation>
        </message>
        <message>
            <source>simulated: %1</source>
            <translation>simulé : %1</translation>
        </message>
        <message>
            <source>seeds %1 to %2</source>
            <translation>graines %1 à %2</translation>
        </message>
        <message>
            <source>%1 of %2 runs</source>
            <translation>%1 exécutions sur %2</translation>
        </message>
        <message>
            <source>not simulated</source>
            <translation>non simulé</translation>
        </message>
        <message numerus="yes">
            <source>simulated with %n seed(s)</source>
            <translation>
                <numerusform>simulé avec %n graine</numerusform>
                <numerusform>simulé avec %n graines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Format</name>
        <message>
            <source>offset %1</source>
            <translation>position %1</translation>
        </message>
        <message>
            <source>line %1</source>
            <translation>ligne %1</translation>
        </message>
        <message>
            <source>The file cannot be found or read</source>
            <translation>Le fichier est introuvable ou illisible</translation>
        </message>
        <message>
            <source>The format is not known</source>
            <translation>Le format n’est pas connu</translation>
        </message>
        <message>
            <source>This cannot be read by this program</source>
            <translation>Ce programme ne sait pas lire ceci</translation>
        </message>
        <message>
            <source>The file is damaged</source>
            <translation>Le fichier est endommagé</translation>
        </message>
        <message>
            <source>The setting makes no sense</source>
            <translation>Le réglage n’a pas de sens</translation>
        </message>
        <message>
            <source>The file could not be written</source>
            <translation>Le fichier n’a pas pu être écrit</translation>
        </message>
        <message>
            <source>Canceled</source>
            <translation>Annulé</translation>
        </message>
        <message>
            <source>There is not enough memory</source>
            <translation>La mémoire ne suffit pas</translation>
        </message>
        <message>
            <source>An error inside the program</source>
            <translation>Une erreur interne du programme</translation>
        </message>
        <message>
            <source>A switch names another outgoing task than the one that ran</source>
            <translation>Un changement de contexte nomme une autre tâche sortante que celle qui s’exécutait</translation>
        </message>
        <message>
            <source>A switch on an unknown CPU</source>
            <translation>Un changement de contexte sur un CPU inconnu</translation>
        </message>
        <message>
            <source>A task ran on two CPUs at once</source>
            <translation>Une tâche s’est exécutée sur deux CPU à la fois</translation>
        </message>
        <message>
            <source>Events out of order, sorted on reading</source>
            <translation>Événements en désordre, triés à la lecture</translation>
        </message>
        <message>
            <source>A task ran again without a recorded wakeup</source>
            <translation>Une tâche a repris sans réveil enregistré</translation>
        </message>
        <message>
            <source>A wakeup that raced with the task's switch-out</source>
            <translation>Un réveil concurrent avec le départ de la tâche du CPU</translation>
        </message>
        <message>
            <source>A packet cut short</source>
            <translation>Un paquet tronqué</translation>
        </message>
        <message>
            <source>Compressed data cut short</source>
            <translation>Données compressées tronquées</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1 : %2</translation>
        </message>
        <message>
            <source>%1; expected: %2</source>
            <translation>%1 ; attendu : %2</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation>%1, %2</translation>
        </message>
        <message>
            <source>%1 (%2).</source>
            <translation>%1 (%2).</translation>
        </message>
        <message>
            <source>unknown</source>
            <translation>inconnu</translation>
        </message>
        <message>
            <source>blocked</source>
            <translation>bloquée</translation>
        </message>
        <message>
            <source>ended</source>
            <translation>terminée</translation>
        </message>
        <message>
            <source>preempted</source>
            <translation>préemptée</translation>
        </message>
        <message>
            <source>yielded</source>
            <translation>a cédé le CPU</translation>
        </message>
        <message>
            <source>slice used up at the tick</source>
            <translation>tranche épuisée au tic</translation>
        </message>
        <message>
            <source>too far ahead at the tick</source>
            <translation>trop en avance au tic</translation>
        </message>
        <message>
            <source>preempted by a woken task</source>
            <translation>préemptée par une tâche réveillée</translation>
        </message>
        <message>
            <source>the child runs first</source>
            <translation>l’enfant s’exécute d’abord</translation>
        </message>
        <message>
            <source>preempted by a higher priority</source>
            <translation>préemptée par une priorité supérieure</translation>
        </message>
        <message>
            <source>round-robin slice used up</source>
            <translation>tranche du tourniquet épuisée</translation>
        </message>
        <message>
            <source>throttled</source>
            <translation>bridée</translation>
        </message>
        <message>
            <source>request served, new deadline</source>
            <translation>demande servie, nouvelle échéance</translation>
        </message>
        <message>
            <source>no longer eligible</source>
            <translation>n’est plus éligible</translation>
        </message>
        <message>
            <source>moved to another CPU</source>
            <translation>déplacée vers un autre CPU</translation>
        </message>
        <message>
            <source>priority changed</source>
            <translation>priorité modifiée</translation>
        </message>
        <message>
            <source>the CPU went offline</source>
            <translation>le CPU est passé hors ligne</translation>
        </message>
        <message>
            <source>end of the run</source>
            <translation>fin de l’exécution</translation>
        </message>
        <message>
            <source>it had run %1 of its slice of %2</source>
            <translation>elle avait utilisé %1 de sa tranche de %2</translation>
        </message>
        <message>
            <source>its vruntime led by %1, more than %2</source>
            <translation>son vruntime avait %1 d’avance, plus de %2</translation>
        </message>
        <message>
            <source>the woken task was behind by %1 of vruntime, more than %2</source>
            <translation>la tâche réveillée avait %1 de vruntime de retard, plus de %2</translation>
        </message>
        <message>
            <source>it had run %1 of the %2 allowed</source>
            <translation>elle avait utilisé %1 des %2 permis</translation>
        </message>
        <message>
            <source>its vruntime %1 reached its deadline %2</source>
            <translation>son vruntime %1 a atteint son échéance %2</translation>
        </message>
        <message>
            <source>its lag was %1</source>
            <translation>son retard était de %1</translation>
        </message>
        <message>
            <source>priority %1 came over priority %2</source>
            <translation>la priorité %1 l’a emporté sur la priorité %2</translation>
        </message>
        <message>
            <source>balancing at level %1, imbalance %2</source>
            <translation>équilibrage au niveau %1, déséquilibre %2</translation>
        </message>
        <message>
            <source>running</source>
            <translation>en cours</translation>
        </message>
        <message>
            <source>woken, waiting</source>
            <translation>réveillée, en attente</translation>
        </message>
        <message>
            <source>preempted, waiting</source>
            <translation>préemptée, en attente</translation>
        </message>
        <message>
            <source>sleeping</source>
            <translation>endormie</translation>
        </message>
        <message>
            <source>uninterruptible</source>
            <translation>ininterruptible</translation>
        </message>
        <message>
            <source>stopped</source>
            <translation>arrêtée</translation>
        </message>
        <message>
            <source>idle</source>
            <translation>inactif</translation>
        </message>
        <message>
            <source>events lost</source>
            <translation>événements perdus</translation>
        </message>
        <message>
            <source>offline</source>
            <translation>hors ligne</translation>
        </message>
        <message>
            <source>absent</source>
            <translation>absente</translation>
        </message>
        <message>
            <source>interrupt</source>
            <translation>interruption</translation>
        </message>
        <message>
            <source>softirq</source>
            <translation>softirq</translation>
        </message>
        <message>
            <source>R, runnable</source>
            <translation>R, prête</translation>
        </message>
        <message>
            <source>R+, preempted in the kernel</source>
            <translation>R+, préemptée dans le noyau</translation>
        </message>
        <message>
            <source>S, sleeping</source>
            <translation>S, endormie</translation>
        </message>
        <message>
            <source>D, uninterruptible</source>
            <translation>D, ininterruptible</translation>
        </message>
        <message>
            <source>T, stopped</source>
            <translation>T, arrêtée</translation>
        </message>
        <message>
            <source>t, traced</source>
            <translation>t, tracée</translation>
        </message>
        <message>
            <source>X, dead</source>
            <translation>X, morte</translation>
        </message>
        <message>
            <source>Z, zombie</source>
            <translation>Z, zombie</translation>
        </message>
        <message>
            <source>P, parked</source>
            <translation>P, rangée</translation>
        </message>
        <message>
            <source>I, idle kernel thread</source>
            <translation>I, thread noyau inactif</translation>
        </message>
        <message>
            <source>not recorded</source>
            <translation>non enregistré</translation>
        </message>
        <message>
            <source>the CPU was offline</source>
            <translation>le CPU était hors ligne</translation>
        </message>
        <message numerus="yes">
            <source>%n event(s) lost</source>
            <translation>
                <numerusform>%n événement perdu</numerusform>
                <numerusform>%n événements perdus</numerusform>
            </translation>
        </message>
        <message>
            <source>run delay</source>
            <translation>délai d’exécution</translation>
        </message>
        <message>
            <source>wakeup latency</source>
            <translation>latence de réveil</translation>
        </message>
        <message>
            <source>wakeup latency from the last wakeup</source>
            <translation>latence depuis le dernier réveil</translation>
        </message>
        <message>
            <source>preemption wait</source>
            <translation>attente après préemption</translation>
        </message>
        <message>
            <source>latency as perf sched counts it</source>
            <translation>latence au sens de perf sched</translation>
        </message>
        <message>
            <source>LTTng kernel trace (CTF)</source>
            <translation>trace noyau LTTng (CTF)</translation>
        </message>
        <message>
            <source>perf trace converted to CTF</source>
            <translation>trace perf convertie en CTF</translation>
        </message>
        <message>
            <source>perf.data</source>
            <translation>perf.data</translation>
        </message>
        <message>
            <source>trace-cmd trace.dat</source>
            <translation>trace.dat de trace-cmd</translation>
        </message>
        <message>
            <source>ftrace ring buffer pages</source>
            <translation>pages du tampon circulaire de ftrace</translation>
        </message>
        <message>
            <source>ftrace text</source>
            <translation>texte ftrace</translation>
        </message>
        <message>
            <source>perf script text</source>
            <translation>texte de perf script</translation>
        </message>
        <message>
            <source>simulated run</source>
            <translation>exécution simulée</translation>
        </message>
        <message>
            <source>unknown task</source>
            <translation>tâche inconnue</translation>
        </message>
        <message>
            <source>A time far from all others</source>
            <translation>Un instant très loin de tous les autres</translation>
        </message>
        <message>
            <source>The coding of task states was assumed</source>
            <translation>Le codage des états des tâches a été supposé</translation>
        </message>
        <message>
            <source>An event description that cannot be read</source>
            <translation>Une description d’événement illisible</translation>
        </message>
        <message>
            <source>Event numbers that cannot be read</source>
            <translation>Des numéros d’événement illisibles</translation>
        </message>
        <message>
            <source>A record that contradicts its format</source>
            <translation>Un enregistrement qui contredit son format</translation>
        </message>
        <message>
            <source>Damaged event descriptions</source>
            <translation>Descriptions d’événements endommagées</translation>
        </message>
        <message>
            <source>A CPU worked out from the events around</source>
            <translation>Un CPU déduit des événements voisins</translation>
        </message>
        <message>
            <source>Packets that the tracer discarded</source>
            <translation>Paquets rejetés par le traceur</translation>
        </message>
        <message>
            <source>An event outside the time of its packet</source>
            <translation>Un événement hors de la durée de son paquet</translation>
        </message>
        <message>
            <source>An event that lacks a field</source>
            <translation>Un événement auquel manque un champ</translation>
        </message>
        <message>
            <source>An event without a description</source>
            <translation>Un événement sans description</translation>
        </message>
        <message>
            <source>An event without a time</source>
            <translation>Un événement sans horodatage</translation>
        </message>
        <message>
            <source>The format does not record lost events</source>
            <translation>Le format n’enregistre pas les événements perdus</translation>
        </message>
        <message>
            <source>Events that the tracer lost</source>
            <translation>Événements perdus par le traceur</translation>
        </message>
        <message>
            <source>Events that newer ones overwrote</source>
            <translation>Événements écrasés par de plus récents</translation>
        </message>
        <message>
            <source>A record without its data</source>
            <translation>Un enregistrement sans ses données</translation>
        </message>
        <message>
            <source>A record without a time</source>
            <translation>Un enregistrement sans horodatage</translation>
        </message>
        <message>
            <source>A record that is too short</source>
            <translation>Un enregistrement trop court</translation>
        </message>
        <message>
            <source>A time that cannot be represented</source>
            <translation>Un instant non représentable</translation>
        </message>
        <message>
            <source>The file is cut short</source>
            <translation>Le fichier est tronqué</translation>
        </message>
        <message>
            <source>Event descriptions cut short</source>
            <translation>Descriptions d’événements tronquées</translation>
        </message>
        <message>
            <source>The recording was not finished</source>
            <translation>L’enregistrement n’a pas été terminé</translation>
        </message>
        <message>
            <source>An event number that nothing describes</source>
            <translation>Un numéro d’événement que rien ne décrit</translation>
        </message>
        <message>
            <source>A part of the file that is not known</source>
            <translation>Une partie inconnue du fichier</translation>
        </message>
        <message>
            <source>The kernel's version is not known</source>
            <translation>La version du noyau n’est pas connue</translation>
        </message>
        <message>
            <source>A record of an unknown kind</source>
            <translation>Un enregistrement de type inconnu</translation>
        </message>
        <message>
            <source>Lost events whose place is not known</source>
            <translation>Événements perdus dont la place est inconnue</translation>
        </message>
    </context>
    <context>
        <name>HitText</name>
        <message>
            <source>From</source>
            <translation>De</translation>
        </message>
        <message>
            <source>To</source>
            <translation>À</translation>
        </message>
        <message>
            <source>Length</source>
            <translation>Durée</translation>
        </message>
        <message>
            <source>CPU %1</source>
            <translation>CPU %1</translation>
        </message>
        <message>
            <source>real-time %1 (prio %2)</source>
            <translation>temps réel %1 (prio %2)</translation>
        </message>
        <message>
            <source>nice %1 (prio %2)</source>
            <translation>nice %1 (prio %2)</translation>
        </message>
        <message>
            <source>%1 runs on %2</source>
            <translation>%1 s’exécute sur %2</translation>
        </message>
        <message>
            <source>Priority</source>
            <translation>Priorité</translation>
        </message>
        <message>
            <source>Ended by</source>
            <translation>Terminé par</translation>
        </message>
        <message>
            <source>Left as</source>
            <translation>Laissée à l’état</translation>
        </message>
        <message>
            <source>In favour of</source>
            <translation>Au profit de</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>Remarque</translation>
        </message>
        <message>
            <source>cut by the edge of the recording or by lost events</source>
            <translation>coupé par le bord de l’enregistrement ou par des événements perdus</translation>
        </message>
        <message numerus="yes">
            <source>%n slice(s) in this pixel of %1</source>
            <translation>
                <numerusform>%n tranche dans ce pixel de %1</numerusform>
                <numerusform>%n tranches dans ce pixel de %1</numerusform>
            </translation>
        </message>
        <message>
            <source>Hint</source>
            <translation>Astuce</translation>
        </message>
        <message>
            <source>zoom in to see them apart</source>
            <translation>zoomer pour les distinguer</translation>
        </message>
        <message>
            <source>%1 is idle</source>
            <translation>%1 est inactif</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1 : %2</translation>
        </message>
        <message>
            <source>what happened here is unknown: neither idle nor running</source>
            <translation>ce qui s’est passé ici est inconnu : ni inactif ni en cours</translation>
        </message>
        <message>
            <source>Softirq %1 on %2</source>
            <translation>Softirq %1 sur %2</translation>
        </message>
        <message>
            <source>Interrupt %1 on %2</source>
            <translation>Interruption %1 sur %2</translation>
        </message>
        <message numerus="yes">
            <source>%n task(s) running or waiting on %1</source>
            <translation>
                <numerusform>%n tâche en cours ou en attente sur %1</numerusform>
                <numerusform>%n tâches en cours ou en attente sur %1</numerusform>
            </translation>
        </message>
        <message>
            <source>At</source>
            <translation>À</translation>
        </message>
        <message numerus="yes">
            <source>%n state(s) of %1 in this pixel</source>
            <translation>
                <numerusform>%n état de %1 dans ce pixel</numerusform>
                <numerusform>%n états de %1 dans ce pixel</numerusform>
            </translation>
        </message>
        <message>
            <source>CPU</source>
            <translation>CPU</translation>
        </message>
        <message>
            <source>State</source>
            <translation>État</translation>
        </message>
        <message>
            <source>no event says so; it follows from those around it</source>
            <translation>aucun événement ne le dit ; cela découle des événements voisins</translation>
        </message>
        <message>
            <source>Woken by</source>
            <translation>Réveillée par</translation>
        </message>
        <message>
            <source>an interrupt on the idle CPU %1</source>
            <translation>une interruption sur le CPU inactif %1</translation>
        </message>
        <message>
            <source>%1 on CPU %2</source>
            <translation>%1 sur le CPU %2</translation>
        </message>
        <message>
            <source>Lost the CPU by</source>
            <translation>A perdu le CPU par</translation>
        </message>
        <message>
            <source>Did not preempt by</source>
            <translation>N’a pas préempté par</translation>
        </message>
        <message>
            <source>%1 (%2 against %3)</source>
            <translation>%1 (%2 contre %3)</translation>
        </message>
        <message>
            <source>Would not have waited with</source>
            <translation>N’aurait pas attendu avec</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation>%1, %2</translation>
        </message>
    </context>
    <context>
        <name>Lanes</name>
        <message>
            <source>Package %1</source>
            <translation>Boîtier %1</translation>
        </message>
        <message>
            <source>CPU %1</source>
            <translation>CPU %1</translation>
        </message>
        <message>
            <source>queue depth</source>
            <translation>profondeur de file</translation>
        </message>
        <message>
            <source>frequency</source>
            <translation>fréquence</translation>
        </message>
        <message>
            <source>Pinned</source>
            <translation>Épinglées</translation>
        </message>
        <message>
            <source>Tasks</source>
            <translation>Tâches</translation>
        </message>
        <message>
            <source>queue depth, 0 to %1</source>
            <translation>profondeur de file, 0 à %1</translation>
        </message>
        <message>
            <source>%1 (%2)</source>
            <translation>%1 (%2)</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::MainWindow</name>
        <message>
            <source>Resched</source>
            <translation>Resched</translation>
        </message>
        <message>
            <source>Neither run holds vruntime samples: recordings need sched_stat_runtime, replays keep their own.</source>
            <translation>Aucune exécution ne contient de vruntime : les enregistrements ont besoin de sched_stat_runtime, les réexécutions gardent le leur.</translation>
        </message>
        <message>
            <source>Nothing is open.</source>
            <translation>Rien n’est ouvert.</translation>
        </message>
        <message>
            <source>Tasks</source>
            <translation>Tâches</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation>Exécutions</translation>
        </message>
        <message>
            <source>Tuning</source>
            <translation>Réglages</translation>
        </message>
        <message>
            <source>Details</source>
            <translation>Détails</translation>
        </message>
        <message>
            <source>Latency</source>
            <translation>Latences</translation>
        </message>
        <message>
            <source>Vruntime</source>
            <translation>Vruntime</translation>
        </message>
        <message>
            <source>Run queue</source>
            <translation>File d’exécution</translation>
        </message>
        <message>
            <source>Statistics</source>
            <translation>Statistiques</translation>
        </message>
        <message>
            <source>Compare</source>
            <translation>Comparer</translation>
        </message>
        <message>
            <source>Diagnostics</source>
            <translation>Diagnostics</translation>
        </message>
        <message>
            <source>Open &amp;recent</source>
            <translation>&amp;Récents</translation>
        </message>
        <message>
            <source>&amp;Ruler</source>
            <translation>&amp;Règle</translation>
        </message>
        <message>
            <source>&amp;Relative to the start</source>
            <translation>&amp;Relative au début</translation>
        </message>
        <message>
            <source>Clock of the &amp;trace (boot)</source>
            <translation>Horloge de la &amp;trace (démarrage)</translation>
        </message>
        <message>
            <source>&amp;Wall clock (UTC)</source>
            <translation>&amp;Heure réelle (UTC)</translation>
        </message>
        <message>
            <source>&amp;Colour by</source>
            <translation>&amp;Couleur selon</translation>
        </message>
        <message>
            <source>&amp;Task</source>
            <translation>&amp;Tâche</translation>
        </message>
        <message>
            <source>Thread &amp;state</source>
            <translation>&amp;État du thread</translation>
        </message>
        <message>
            <source>&amp;Theme</source>
            <translation>&amp;Thème</translation>
        </message>
        <message>
            <source>As the &amp;desktop</source>
            <translation>Comme le &amp;bureau</translation>
        </message>
        <message>
            <source>&amp;Light</source>
            <translation>&amp;Clair</translation>
        </message>
        <message>
            <source>&amp;Dark</source>
            <translation>&amp;Sombre</translation>
        </message>
        <message>
            <source>Task &amp;lanes</source>
            <translation>&amp;Lignes des tâches</translation>
        </message>
        <message>
            <source>&amp;Only tasks active in view</source>
            <translation>Seulement les tâches &amp;actives à l’écran</translation>
        </message>
        <message>
            <source>Queue &amp;depth</source>
            <translation>&amp;Profondeur de file</translation>
        </message>
        <message>
            <source>&amp;Panels</source>
            <translation>&amp;Panneaux</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Annuler</translation>
        </message>
        <message>
            <source>&amp;Undo: %1</source>
            <translation>&amp;Annuler : %1</translation>
        </message>
        <message>
            <source>&amp;Undo tuning</source>
            <translation>&amp;Annuler le réglage</translation>
        </message>
        <message>
            <source>&amp;Redo: %1</source>
            <translation>&amp;Rétablir : %1</translation>
        </message>
        <message>
            <source>&amp;Redo tuning</source>
            <translation>&amp;Rétablir le réglage</translation>
        </message>
        <message>
            <source>%1 – Resched</source>
            <translation>%1 – Resched</translation>
        </message>
        <message>
            <source>Not all of this file could be read; see Diagnostics.</source>
            <translation>Ce fichier n’a pas pu être lu en entier ; voir Diagnostics.</translation>
        </message>
        <message>
            <source>This recording holds no sched_switch events: there are no slices to show.</source>
            <translation>Cet enregistrement ne contient aucun événement sched_switch : il n’y a pas de tranche à montrer.</translation>
        </message>
        <message>
            <source>Reading %1</source>
            <translation>Lecture de %1</translation>
        </message>
        <message>
            <source>Open recordings</source>
            <translation>Ouvrir des enregistrements</translation>
        </message>
        <message>
            <source>Open the folder of an LTTng or CTF trace</source>
            <translation>Ouvrir le dossier d’une trace LTTng ou CTF</translation>
        </message>
        <message>
            <source>&amp;%1  %2</source>
            <translation>&amp;%1  %2</translation>
        </message>
        <message>
            <source>About Resched</source>
            <translation>À propos de Resched</translation>
        </message>
        <message>
            <source>Resched %1 shows recorded Linux scheduling and re-runs it under other schedulers, tunables and machines.

Free software under the GNU General Public License, version 3 or later.</source>
            <translation>Resched %1 montre un ordonnancement Linux enregistré et le rejoue avec d’autres ordonnanceurs, réglages et machines.

Logiciel libre sous licence publique générale GNU, version 3 ou ultérieure.</translation>
        </message>
        <message>
            <source>Export figure</source>
            <translation>Exporter une figure</translation>
        </message>
        <message>
            <source>Figures (*.png *.svg *.pdf);;Data behind the figure (*.csv)</source>
            <translation>Figures (*.png *.svg *.pdf);;Données de la figure (*.csv)</translation>
        </message>
        <message>
            <source>Wrote %1</source>
            <translation>%1 a été écrit</translation>
        </message>
        <message>
            <source>Running the experiment</source>
            <translation>Exécution de l’expérience</translation>
        </message>
    </context>
    <context>
        <name>Metric</name>
        <message>
            <source>Switches per second</source>
            <translation>Changements de contexte par seconde</translation>
        </message>
        <message>
            <source>Preemptions per second</source>
            <translation>Préemptions par seconde</translation>
        </message>
        <message>
            <source>Migrations per second</source>
            <translation>Migrations par seconde</translation>
        </message>
        <message>
            <source>Wakeups per second</source>
            <translation>Réveils par seconde</translation>
        </message>
        <message>
            <source>Busy share of the CPUs</source>
            <translation>Part occupée des CPU</translation>
        </message>
        <message>
            <source>Switches per wakeup</source>
            <translation>Changements de contexte par réveil</translation>
        </message>
        <message>
            <source>Run delay, mean</source>
            <translation>Délai d’exécution, moyenne</translation>
        </message>
        <message>
            <source>Run delay, p50</source>
            <translation>Délai d’exécution, p50</translation>
        </message>
        <message>
            <source>Run delay, p90</source>
            <translation>Délai d’exécution, p90</translation>
        </message>
        <message>
            <source>Run delay, p95</source>
            <translation>Délai d’exécution, p95</translation>
        </message>
        <message>
            <source>Run delay, p99</source>
            <translation>Délai d’exécution, p99</translation>
        </message>
        <message>
            <source>Run delay, longest</source>
            <translation>Délai d’exécution, le plus long</translation>
        </message>
        <message>
            <source>Run delay per wakeup</source>
            <translation>Délai d’exécution par réveil</translation>
        </message>
        <message>
            <source>Wakeup latency, mean</source>
            <translation>Latence de réveil, moyenne</translation>
        </message>
        <message>
            <source>Wakeup latency, p99</source>
            <translation>Latence de réveil, p99</translation>
        </message>
        <message>
            <source>Preemption wait, mean</source>
            <translation>Attente après préemption, moyenne</translation>
        </message>
        <message>
            <source>Preemption wait, p99</source>
            <translation>Attente après préemption, p99</translation>
        </message>
    </context>
    <context>
        <name>Report</name>
        <message>
            <source>Scheduling report: %1</source>
            <translation>Rapport d’ordonnancement : %1</translation>
        </message>
        <message>
            <source>Numbers</source>
            <translation>Chiffres</translation>
        </message>
        <message>
            <source>Waits follow the rule %1; percentiles are exact. Waits that the ends of the recording or lost events cut are counted as censored and are in no distribution.</source>
            <translation>Les attentes suivent la règle %1 ; les centiles sont exacts. Les attentes coupées par les bords de l’enregistrement ou par des événements perdus sont comptées comme censurées et ne sont dans aucune distribution.</translation>
        </message>
        <message>
            <source>%1 against %2</source>
            <translation>%1 face à %2</translation>
        </message>
        <message>
            <source>The same work under the settings of the recording: how far the model can be trusted here.</source>
            <translation>Le même travail sous les réglages de l’enregistrement : jusqu’où le modèle est fiable ici.</translation>
        </message>
        <message>
            <source>No figure "%1": %2.</source>
            <translation>Pas de figure « %1 » : %2.</translation>
        </message>
        <message>
            <source>Where this comes from</source>
            <translation>Provenance</translation>
        </message>
        <message>
            <source>Made by %1.</source>
            <translation>Produit par %1.</translation>
        </message>
        <message>
            <source>run time</source>
            <translation>temps d’exécution</translation>
        </message>
        <message>
            <source>switches</source>
            <translation>changements de contexte</translation>
        </message>
        <message>
            <source>preemptions</source>
            <translation>préemptions</translation>
        </message>
        <message>
            <source>migrations</source>
            <translation>migrations</translation>
        </message>
        <message>
            <source>wakeups</source>
            <translation>réveils</translation>
        </message>
        <message>
            <source>spurious wakeups</source>
            <translation>réveils superflus</translation>
        </message>
        <message>
            <source>censored</source>
            <translation>censurés</translation>
        </message>
        <message>
            <source>events lost</source>
            <translation>événements perdus</translation>
        </message>
        <message>
            <source>run delay</source>
            <translation>délai d’exécution</translation>
        </message>
        <message>
            <source>wakeup latency</source>
            <translation>latence de réveil</translation>
        </message>
        <message>
            <source>preemption wait</source>
            <translation>attente après préemption</translation>
        </message>
        <message>
            <source>%1, n</source>
            <translation>%1, n</translation>
        </message>
        <message>
            <source>%1, mean</source>
            <translation>%1, moyenne</translation>
        </message>
        <message>
            <source>%1, p50</source>
            <translation>%1, p50</translation>
        </message>
        <message>
            <source>%1, p99</source>
            <translation>%1, p99</translation>
        </message>
        <message>
            <source>%1, max</source>
            <translation>%1, max</translation>
        </message>
        <message>
            <source>All tasks together</source>
            <translation>Toutes les tâches ensemble</translation>
        </message>
        <message>
            <source>The tasks with the longest waits</source>
            <translation>Les tâches aux plus longues attentes</translation>
        </message>
        <message>
            <source>task</source>
            <translation>tâche</translation>
        </message>
        <message>
            <source>run time, %1</source>
            <translation>temps d’exécution, %1</translation>
        </message>
        <message>
            <source>p99 run delay, %1</source>
            <translation>p99 du délai, %1</translation>
        </message>
        <message>
            <source>max, %1</source>
            <translation>max, %1</translation>
        </message>
        <message>
            <source>How well the replay matches, grade %1</source>
            <translation>Fidélité de la réexécution, note %1</translation>
        </message>
        <message>
            <source>recorded</source>
            <translation>enregistré</translation>
        </message>
        <message>
            <source>replayed</source>
            <translation>rejoué</translation>
        </message>
        <message>
            <source>difference</source>
            <translation>écart</translation>
        </message>
        <message>
            <source>run delay, mean</source>
            <translation>délai d’exécution, moyenne</translation>
        </message>
        <message>
            <source>run delay, p%1</source>
            <translation>délai d’exécution, p%1</translation>
        </message>
        <message>
            <source>same task on a CPU</source>
            <translation>même tâche sur un CPU</translation>
        </message>
        <message>
            <source>greatest distance of the run delay distributions</source>
            <translation>plus grand écart entre les distributions du délai</translation>
        </message>
        <message>
            <source>greatest error of a task's CPU share</source>
            <translation>plus grande erreur de part de CPU d’une tâche</translation>
        </message>
        <message>
            <source>What was odd in %1</source>
            <translation>Anomalies dans %1</translation>
        </message>
        <message>
            <source>what</source>
            <translation>quoi</translation>
        </message>
        <message>
            <source>how often</source>
            <translation>combien de fois</translation>
        </message>
        <message>
            <source>replayed (%1)</source>
            <translation>rejoué (%1)</translation>
        </message>
    </context>
    <context>
        <name>Ruler</name>
        <message>
            <source>%1 s</source>
            <translation>%1 s</translation>
        </message>
    </context>
    <context>
        <name>RunTitle</name>
        <message>
            <source>HZ %1</source>
            <translation>HZ %1</translation>
        </message>
        <message>
            <source>Linux %1</source>
            <translation>Linux %1</translation>
        </message>
        <message>
            <source>partial</source>
            <translation>partiel</translation>
        </message>
        <message>
            <source>CPUs: %1</source>
            <translation>CPU : %1</translation>
        </message>
    </context>
    <context>
        <name>StripPlot</name>
        <message>
            <source>CPU %1</source>
            <translation>CPU %1</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <translation>%1, %2</translation>
        </message>
        <message>
            <source>Above the least</source>
            <translation>Au-dessus du min</translation>
        </message>
        <message numerus="yes">
            <source>%n other task(s)</source>
            <translation>
                <numerusform>%n autre tâche</numerusform>
                <numerusform>%n autres tâches</numerusform>
            </translation>
        </message>
        <message>
            <source>Tasks</source>
            <translation>Tâches</translation>
        </message>
        <message>
            <source>Spread, %1</source>
            <translation>Écart, %1</translation>
        </message>
        <message>
            <source>Max − min</source>
            <translation>Max − min</translation>
        </message>
    </context>
    <context>
        <name>TuningPanel</name>
        <message>
            <source>Context switch</source>
            <translation>Changement de contexte</translation>
        </message>
        <message>
            <source>Cache refill</source>
            <translation>Remplissage du cache</translation>
        </message>
        <message>
            <source>Refill scale</source>
            <translation>Échelle de remplissage</translation>
        </message>
        <message>
            <source>Migration</source>
            <translation>Migration</translation>
        </message>
        <message>
            <source>Wakeup</source>
            <translation>Réveil</translation>
        </message>
        <message>
            <source>Interrupt to a CPU</source>
            <translation>Interruption vers un CPU</translation>
        </message>
        <message>
            <source>Timer tick</source>
            <translation>Tic d’horloge</translation>
        </message>
        <message>
            <source>Fork</source>
            <translation>Fork</translation>
        </message>
        <message>
            <source>System call</source>
            <translation>Appel système</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::CommandPalette</name>
        <message>
            <source>Commands</source>
            <translation>Commandes</translation>
        </message>
        <message>
            <source>Type a part of a command</source>
            <translation>Taper une partie d’une commande</translation>
        </message>
        <message>
            <source>%1   (%2)</source>
            <translation>%1   (%2)</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::ComparePanel</name>
        <message>
            <source>Comparison</source>
            <translation>Comparaison</translation>
        </message>
        <message>
            <source>Comparing…</source>
            <translation>Comparaison en cours…</translation>
        </message>
        <message>
            <source>Two runs are compared here: re-run the recording, or choose another run as current.</source>
            <translation>Deux exécutions sont comparées ici : rejouer l’enregistrement, ou choisir une autre exécution courante.</translation>
        </message>
        <message>
            <source>Baseline: %1
Current: %2</source>
            <translation>Référence : %1
Courante : %2</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::ComparisonModel</name>
        <message>
            <source>How much chance alone would change this is not estimated.</source>
            <translation>La part du hasard n’est pas estimée ici.</translation>
        </message>
        <message>
            <source>Chance alone does not explain the difference.</source>
            <translation>Le hasard seul n’explique pas l’écart.</translation>
        </message>
        <message>
            <source>Chance alone may explain the difference.</source>
            <translation>Le hasard seul peut expliquer l’écart.</translation>
        </message>
        <message>
            <source>%1 to %2</source>
            <translation>%1 à %2</translation>
        </message>
        <message>
            <source>Metric</source>
            <translation>Mesure</translation>
        </message>
        <message>
            <source>Baseline</source>
            <translation>Référence</translation>
        </message>
        <message>
            <source>Current</source>
            <translation>Courante</translation>
        </message>
        <message>
            <source>Difference</source>
            <translation>Écart</translation>
        </message>
        <message>
            <source>Relative</source>
            <translation>Relatif</translation>
        </message>
        <message>
            <source>95 % interval</source>
            <translation>Intervalle à 95 %</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::DetailsPanel</name>
        <message>
            <source>Ran instead</source>
            <translation>S’est exécutée à la place</translation>
        </message>
        <message>
            <source>For</source>
            <translation>Pendant</translation>
        </message>
        <message>
            <source>Left by</source>
            <translation>Quitté par</translation>
        </message>
        <message>
            <source>Who ran instead</source>
            <translation>Qui s’est exécuté à la place</translation>
        </message>
        <message>
            <source>Nothing chosen</source>
            <translation>Rien de choisi</translation>
        </message>
        <message>
            <source>Point at the timeline to read values; click to keep them here.</source>
            <translation>Pointer la chronologie pour lire les valeurs ; cliquer pour les garder ici.</translation>
        </message>
        <message numerus="yes">
            <source>Meanwhile %n task(s) had the CPU; most of it %1 with %2.</source>
            <translation>
                <numerusform>Entre-temps, %n tâche a eu le CPU ; surtout %1 avec %2.</numerusform>
                <numerusform>Entre-temps, %n tâches ont eu le CPU ; surtout %1 avec %2.</numerusform>
            </translation>
        </message>
        <message>
            <source>Only the first are listed.</source>
            <translation>Seules les premières sont listées.</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::DiagnosticsModel</name>
        <message>
            <source>%1, offset %2</source>
            <translation>%1, position %2</translation>
        </message>
        <message>
            <source>%1, line %2</source>
            <translation>%1, ligne %2</translation>
        </message>
        <message>
            <source>What</source>
            <translation>Quoi</translation>
        </message>
        <message>
            <source>How often</source>
            <translation>Combien de fois</translation>
        </message>
        <message>
            <source>First place</source>
            <translation>Premier endroit</translation>
        </message>
        <message>
            <source>First time</source>
            <translation>Première fois</translation>
        </message>
        <message>
            <source>Example</source>
            <translation>Exemple</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::DiagnosticsPanel</name>
        <message>
            <source>Linux %1</source>
            <translation>Linux %1</translation>
        </message>
        <message numerus="yes">
            <source>%n CPU(s)</source>
            <translation>
                <numerusform>%n CPU</numerusform>
                <numerusform>%n CPU</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n task(s)</source>
            <translation>
                <numerusform>%n tâche</numerusform>
                <numerusform>%n tâches</numerusform>
            </translation>
        </message>
        <message>
            <source>%1 events</source>
            <translation>%1 événements</translation>
        </message>
        <message>
            <source>%1 events lost</source>
            <translation>%1 événements perdus</translation>
        </message>
        <message>
            <source>losses are not recorded by this format</source>
            <translation>ce format n’enregistre pas les pertes</translation>
        </message>
        <message>
            <source>partial: not all of it could be read</source>
            <translation>partiel : tout n’a pas pu être lu</translation>
        </message>
        <message>
            <source>Diagnostics</source>
            <translation>Diagnostics</translation>
        </message>
        <message>
            <source>Nothing is open.</source>
            <translation>Rien n’est ouvert.</translation>
        </message>
        <message>
            <source>Odd records, counted by kind, with the first place of each:</source>
            <translation>Anomalies, comptées par type, avec le premier endroit de chacune :</translation>
        </message>
        <message>
            <source>Nothing odd was found while reading.</source>
            <translation>Aucune anomalie à la lecture.</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::LatencyPanel</name>
        <message>
            <source>Log lengths</source>
            <translation>Durées en log</translation>
        </message>
        <message>
            <source>Log counts</source>
            <translation>Nombres en log</translation>
        </message>
        <message>
            <source>Cumulative share</source>
            <translation>Part cumulée</translation>
        </message>
        <message>
            <source>Only the selected task</source>
            <translation>Seulement la tâche choisie</translation>
        </message>
        <message>
            <source>Baseline</source>
            <translation>Référence</translation>
        </message>
        <message>
            <source>Current</source>
            <translation>Courante</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::LatencyPlot</name>
        <message>
            <source>Latency distribution</source>
            <translation>Distribution des latences</translation>
        </message>
        <message>
            <source>No waits in this range</source>
            <translation>Aucune attente dans cet intervalle</translation>
        </message>
        <message>
            <source>This trace records no wakeups: choose the rule preempt</source>
            <translation>Cette trace n’enregistre pas les réveils : choisir la règle preempt</translation>
        </message>
        <message>
            <source>Length of the wait</source>
            <translation>Durée de l’attente</translation>
        </message>
        <message>
            <source>Length of the wait (%1)</source>
            <translation>Durée de l’attente (%1)</translation>
        </message>
        <message>
            <source>Waits</source>
            <translation>Attentes</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1 : %2</translation>
        </message>
        <message>
            <source>Not longer</source>
            <translation>Pas plus longues</translation>
        </message>
        <message>
            <source>max</source>
            <translation>max</translation>
        </message>
        <message>
            <source>%1 %2</source>
            <translation>%1 %2</translation>
        </message>
        <message>
            <source>%1 to %2</source>
            <translation>%1 à %2</translation>
        </message>
        <message>
            <source>%1: %2 woken, %3 preempted</source>
            <translation>%1 : %2 réveillées, %3 préemptées</translation>
        </message>
        <message>
            <source>%1: %2 waits, median %3, 99th percentile %4, longest %5</source>
            <translation>%1 : %2 attentes, médiane %3, 99e centile %4, la plus longue %5</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::LookLegend</name>
        <message>
            <source>running, by task</source>
            <translation>en cours, par tâche</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::MessageBar</name>
        <message>
            <source>Close</source>
            <translation>Fermer</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::RunListModel</name>
        <message>
            <source>baseline and current</source>
            <translation>référence et courante</translation>
        </message>
        <message>
            <source>baseline</source>
            <translation>référence</translation>
        </message>
        <message>
            <source>current</source>
            <translation>courante</translation>
        </message>
        <message>
            <source>replaced by the next re-run</source>
            <translation>remplacée à la prochaine réexécution</translation>
        </message>
        <message>
            <source>%1, replaced by the next re-run</source>
            <translation>%1, remplacée à la prochaine réexécution</translation>
        </message>
        <message>
            <source>%1. %2</source>
            <translation>%1. %2</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::RunsPanel</name>
        <message>
            <source>Baseline</source>
            <translation>Référence</translation>
        </message>
        <message>
            <source>Current</source>
            <translation>Courante</translation>
        </message>
        <message>
            <source>Keep</source>
            <translation>Garder</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>Retirer</translation>
        </message>
        <message>
            <source>Runs</source>
            <translation>Exécutions</translation>
        </message>
        <message>
            <source>Compare against this run</source>
            <translation>Comparer à cette exécution</translation>
        </message>
        <message>
            <source>Show this run below the baseline</source>
            <translation>Montrer cette exécution sous la référence</translation>
        </message>
        <message>
            <source>Let the next re-run make a new run instead of replacing this one</source>
            <translation>La prochaine réexécution s’ajoutera au lieu de remplacer celle-ci</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::ShortcutSheet</name>
        <message>
            <source>Keyboard and mouse</source>
            <translation>Clavier et souris</translation>
        </message>
        <message>
            <source>Ctrl+wheel</source>
            <translation>Ctrl+molette</translation>
        </message>
        <message>
            <source>Zoom at the pointer</source>
            <translation>Zoom au pointeur</translation>
        </message>
        <message>
            <source>Wheel</source>
            <translation>Molette</translation>
        </message>
        <message>
            <source>Scroll the lanes</source>
            <translation>Défiler les lignes</translation>
        </message>
        <message>
            <source>Shift+wheel, Shift+drag</source>
            <translation>Maj+molette, Maj+glisser</translation>
        </message>
        <message>
            <source>Pan</source>
            <translation>Déplacer</translation>
        </message>
        <message>
            <source>Drag</source>
            <translation>Glisser</translation>
        </message>
        <message>
            <source>Select a range; statistics follow it</source>
            <translation>Choisir un intervalle ; les statistiques le suivent</translation>
        </message>
        <message>
            <source>Click</source>
            <translation>Clic</translation>
        </message>
        <message>
            <source>Choose a slice and its task</source>
            <translation>Choisir une tranche et sa tâche</translation>
        </message>
        <message>
            <source>Double click</source>
            <translation>Double clic</translation>
        </message>
        <message>
            <source>Zoom to the slice</source>
            <translation>Zoomer sur la tranche</translation>
        </message>
        <message>
            <source>Right click</source>
            <translation>Clic droit</translation>
        </message>
        <message>
            <source>Pin, hide or colour the task of a lane</source>
            <translation>Épingler, masquer ou colorer la tâche d’une ligne</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::StartPage</name>
        <message>
            <source>Recent files</source>
            <translation>Fichiers récents</translation>
        </message>
        <message>
            <source>Open a recording of Linux scheduling</source>
            <translation>Ouvrir un enregistrement d’ordonnancement Linux</translation>
        </message>
        <message>
            <source>LTTng, CTF, perf.data, trace.dat, ftrace and perf text, compressed or not. Choose a file or folder, or drop it onto the window.</source>
            <translation>LTTng, CTF, perf.data, trace.dat, texte ftrace ou perf, compressé ou non. Choisir un fichier ou un dossier, ou le déposer sur la fenêtre.</translation>
        </message>
        <message>
            <source>Open…</source>
            <translation>Ouvrir…</translation>
        </message>
        <message>
            <source>Open the sample</source>
            <translation>Ouvrir l’exemple</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::StatisticsModel</name>
        <message>
            <source>Task</source>
            <translation>Tâche</translation>
        </message>
        <message>
            <source>Id</source>
            <translation>Id</translation>
        </message>
        <message>
            <source>Run time</source>
            <translation>Temps d’exécution</translation>
        </message>
        <message>
            <source>Switches</source>
            <translation>Changements</translation>
        </message>
        <message>
            <source>Preempted</source>
            <translation>Préemptée</translation>
        </message>
        <message>
            <source>Migrations</source>
            <translation>Migrations</translation>
        </message>
        <message>
            <source>Wakeups</source>
            <translation>Réveils</translation>
        </message>
        <message>
            <source>Waits</source>
            <translation>Attentes</translation>
        </message>
        <message>
            <source>Mean delay</source>
            <translation>Délai moyen</translation>
        </message>
        <message>
            <source>p50 delay</source>
            <translation>Délai p50</translation>
        </message>
        <message>
            <source>p99 delay</source>
            <translation>Délai p99</translation>
        </message>
        <message>
            <source>Max delay</source>
            <translation>Délai max</translation>
        </message>
        <message>
            <source>p99 wakeup</source>
            <translation>Réveil p99</translation>
        </message>
        <message>
            <source>p99 preempt</source>
            <translation>Préemption p99</translation>
        </message>
        <message>
            <source>Spurious</source>
            <translation>Superflus</translation>
        </message>
        <message>
            <source>Censored</source>
            <translation>Censurés</translation>
        </message>
        <message>
            <source>Name of the thread</source>
            <translation>Nom du thread</translation>
        </message>
        <message>
            <source>Thread id</source>
            <translation>Id du thread</translation>
        </message>
        <message>
            <source>Time on a CPU in the studied range</source>
            <translation>Temps sur un CPU dans l’intervalle étudié</translation>
        </message>
        <message>
            <source>Times it left a CPU</source>
            <translation>Nombre de départs d’un CPU</translation>
        </message>
        <message>
            <source>Times it left a CPU while it could have run on</source>
            <translation>Nombre de départs alors qu’elle aurait pu continuer</translation>
        </message>
        <message>
            <source>Times it moved to another CPU</source>
            <translation>Nombre de passages sur un autre CPU</translation>
        </message>
        <message>
            <source>Times it was woken</source>
            <translation>Nombre de réveils</translation>
        </message>
        <message>
            <source>Samples of the run delay: waits that ended in the studied range</source>
            <translation>Échantillons du délai : attentes terminées dans l’intervalle étudié</translation>
        </message>
        <message>
            <source>Mean run delay: wakeup latency and preemption wait together</source>
            <translation>Délai moyen : latence de réveil et attente après préemption ensemble</translation>
        </message>
        <message>
            <source>Half of the waits were no longer than this</source>
            <translation>La moitié des attentes n’ont pas duré plus</translation>
        </message>
        <message>
            <source>99 of 100 waits were no longer than this</source>
            <translation>99 attentes sur 100 n’ont pas duré plus</translation>
        </message>
        <message>
            <source>The longest wait</source>
            <translation>La plus longue attente</translation>
        </message>
        <message>
            <source>99th percentile of the wakeup latency</source>
            <translation>99e centile de la latence de réveil</translation>
        </message>
        <message>
            <source>99th percentile of the preemption wait</source>
            <translation>99e centile de l’attente après préemption</translation>
        </message>
        <message>
            <source>Wakeups of a task that was running or waiting already</source>
            <translation>Réveils d’une tâche déjà en cours ou en attente</translation>
        </message>
        <message>
            <source>Waits and runs cut by the edge of the recording or by lost events; in no figure</source>
            <translation>Attentes et exécutions coupées par le bord de l’enregistrement ou par des pertes ; dans aucun chiffre</translation>
        </message>
        <message>
            <source>All tasks</source>
            <translation>Toutes les tâches</translation>
        </message>
        <message>
            <source>CPU</source>
            <translation>CPU</translation>
        </message>
        <message>
            <source>Busy</source>
            <translation>Occupé</translation>
        </message>
        <message>
            <source>Idle</source>
            <translation>Inactif</translation>
        </message>
        <message>
            <source>Unknown</source>
            <translation>Inconnu</translation>
        </message>
        <message>
            <source>Busy share</source>
            <translation>Part occupée</translation>
        </message>
        <message>
            <source>Number of the CPU</source>
            <translation>Numéro du CPU</translation>
        </message>
        <message>
            <source>Time in tasks</source>
            <translation>Temps dans des tâches</translation>
        </message>
        <message>
            <source>Time without a task</source>
            <translation>Temps sans tâche</translation>
        </message>
        <message>
            <source>Time that was not recorded or lost</source>
            <translation>Temps non enregistré ou perdu</translation>
        </message>
        <message>
            <source>Of the time that is known</source>
            <translation>Du temps connu</translation>
        </message>
        <message>
            <source>sched_switch events</source>
            <translation>événements sched_switch</translation>
        </message>
        <message>
            <source>CPU %1</source>
            <translation>CPU %1</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::StatisticsPanel</name>
        <message>
            <source>Baseline</source>
            <translation>Référence</translation>
        </message>
        <message>
            <source>Current</source>
            <translation>Courante</translation>
        </message>
        <message>
            <source>By task</source>
            <translation>Par tâche</translation>
        </message>
        <message>
            <source>By CPU</source>
            <translation>Par CPU</translation>
        </message>
        <message>
            <source>What counts as a wait, in every number of the window</source>
            <translation>Ce qui compte comme attente, dans tous les chiffres de la fenêtre</translation>
        </message>
        <message>
            <source>Filter by name</source>
            <translation>Filtrer par nom</translation>
        </message>
        <message>
            <source>Statistics</source>
            <translation>Statistiques</translation>
        </message>
        <message>
            <source>There is no such run yet.</source>
            <translation>Cette exécution n’existe pas encore.</translation>
        </message>
        <message>
            <source>%1, over %2</source>
            <translation>%1, sur %2</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::StripPanel</name>
        <message>
            <source>Baseline</source>
            <translation>Référence</translation>
        </message>
        <message>
            <source>Current</source>
            <translation>Courante</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::StripPlot</name>
        <message>
            <source>%1 (%2)</source>
            <translation>%1 (%2)</translation>
        </message>
        <message>
            <source>Time since the start of the trace (%1)</source>
            <translation>Temps depuis le début de la trace (%1)</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1 : %2</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::TaskTreeModel</name>
        <message>
            <source>%1, ran %2, waited %3</source>
            <translation>%1, exécutée %2, en attente %3</translation>
        </message>
        <message>
            <source>Task</source>
            <translation>Tâche</translation>
        </message>
        <message>
            <source>Id</source>
            <translation>Id</translation>
        </message>
        <message>
            <source>Ran</source>
            <translation>Exécutée</translation>
        </message>
        <message>
            <source>Waited</source>
            <translation>En attente</translation>
        </message>
        <message>
            <source>%1 (%2)</source>
            <translation>%1 (%2)</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::TasksPanel</name>
        <message>
            <source>Find: name, id, name-id, CPU 3</source>
            <translation>Chercher : nom, id, nom-id, CPU 3</translation>
        </message>
        <message>
            <source>Tasks</source>
            <translation>Tâches</translation>
        </message>
        <message>
            <source>&amp;Unpin</source>
            <translation>&amp;Détacher</translation>
        </message>
        <message>
            <source>&amp;Pin to the top</source>
            <translation>É&amp;pingler en haut</translation>
        </message>
        <message>
            <source>&amp;Hide</source>
            <translation>&amp;Masquer</translation>
        </message>
        <message>
            <source>&amp;Colour</source>
            <translation>&amp;Couleur</translation>
        </message>
        <message>
            <source>Colour %1</source>
            <translation>Couleur %1</translation>
        </message>
        <message>
            <source>By name</source>
            <translation>Selon le nom</translation>
        </message>
        <message>
            <source>Show &amp;only this</source>
            <translation>Montrer &amp;seulement celle-ci</translation>
        </message>
        <message>
            <source>Show &amp;all</source>
            <translation>&amp;Tout montrer</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::TimelineFigurePlot</name>
        <message>
            <source>Time since the start of the trace (%1)</source>
            <translation>Temps depuis le début de la trace (%1)</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::TimelinePlot</name>
        <message>
            <source>Timeline of the recorded run</source>
            <translation>Chronologie de l’exécution enregistrée</translation>
        </message>
        <message>
            <source>Timeline of the replayed run</source>
            <translation>Chronologie de l’exécution rejouée</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::TimelineView</name>
        <message>
            <source>Baseline: %1</source>
            <translation>Référence : %1</translation>
        </message>
        <message>
            <source>Current: %1</source>
            <translation>Courante : %1</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::TunableRow</name>
        <message>
            <source>The kernel's default here is %1.</source>
            <translation>La valeur par défaut du noyau est ici %1.</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::TuningPanel</name>
        <message>
            <source>%1 Hz</source>
            <translation>%1 Hz</translation>
        </message>
        <message>
            <source>S&amp;cheduler</source>
            <translation>Ordon&amp;nanceur</translation>
        </message>
        <message>
            <source>Mac&amp;hine</source>
            <translation>Mac&amp;hine</translation>
        </message>
        <message>
            <source>Tick &amp;rate</source>
            <translation>F&amp;réquence du tic</translation>
        </message>
        <message>
            <source>S&amp;eed</source>
            <translation>&amp;Graine</translation>
        </message>
        <message>
            <source>choose scheduler</source>
            <translation>choix de l’ordonnanceur</translation>
        </message>
        <message>
            <source>choose machine</source>
            <translation>choix de la machine</translation>
        </message>
        <message>
            <source>change tick rate</source>
            <translation>changement de la fréquence du tic</translation>
        </message>
        <message>
            <source>change seed</source>
            <translation>changement de la graine</translation>
        </message>
        <message>
            <source>Costs of the machine</source>
            <translation>Coûts de la machine</translation>
        </message>
        <message>
            <source>change cost</source>
            <translation>changement d’un coût</translation>
        </message>
        <message>
            <source>Re-run</source>
            <translation>Rejouer</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>Annuler</translation>
        </message>
        <message>
            <source>Kernel defaults</source>
            <translation>Valeurs du noyau</translation>
        </message>
        <message>
            <source>Reset tunables and features to the kernel's defaults</source>
            <translation>Remettre réglages et options aux valeurs par défaut du noyau</translation>
        </message>
        <message>
            <source>As recorded</source>
            <translation>Comme enregistré</translation>
        </message>
        <message>
            <source>Scheduler and machine as in the recording</source>
            <translation>Ordonnanceur et machine de l’enregistrement</translation>
        </message>
        <message>
            <source>as recorded (%1)</source>
            <translation>comme enregistré (%1)</translation>
        </message>
        <message>
            <source>Tunables</source>
            <translation>Réglages</translation>
        </message>
        <message>
            <source>change %1</source>
            <translation>changement de %1</translation>
        </message>
        <message>
            <source>Features</source>
            <translation>Options</translation>
        </message>
        <message>
            <source>switch %1</source>
            <translation>bascule de %1</translation>
        </message>
        <message>
            <source>Move a slider or press Re-run to replay the recording.</source>
            <translation>Bouger un curseur ou presser Rejouer pour rejouer l’enregistrement.</translation>
        </message>
        <message>
            <source>Open a recording to replay it.</source>
            <translation>Ouvrir un enregistrement pour le rejouer.</translation>
        </message>
        <message>
            <source>same task on the CPU %1 of the time, run delay K-S distance %2, switches %3, largest CPU share error %4</source>
            <translation>même tâche sur le CPU %1 du temps, distance K-S du délai %2, changements %3, plus grande erreur de part de CPU %4</translation>
        </message>
        <message>
            <source>Trust: self-replay grade %1 (%2).</source>
            <translation>Confiance : réexécution à l’identique, note %1 (%2).</translation>
        </message>
        <message>
            <source>Against the recording: %1.</source>
            <translation>Face à l’enregistrement : %1.</translation>
        </message>
        <message>
            <source>reset to kernel defaults</source>
            <translation>retour aux valeurs du noyau</translation>
        </message>
        <message>
            <source>reset to the recording</source>
            <translation>retour à l’enregistrement</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::ExportDialog</name>
        <message>
            <source>Export figure</source>
            <translation>Exporter une figure</translation>
        </message>
        <message>
            <source>Timeline</source>
            <translation>Chronologie</translation>
        </message>
        <message>
            <source>Latency</source>
            <translation>Latences</translation>
        </message>
        <message>
            <source>Vruntime and spread</source>
            <translation>Vruntime et écart</translation>
        </message>
        <message>
            <source>Run queue</source>
            <translation>File d’exécution</translation>
        </message>
        <message>
            <source>What is visible</source>
            <translation>Ce qui est visible</translation>
        </message>
        <message>
            <source>The selected range</source>
            <translation>L’intervalle choisi</translation>
        </message>
        <message>
            <source>Everything</source>
            <translation>Tout</translation>
        </message>
        <message>
            <source>Save as…</source>
            <translation>Enregistrer sous…</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>&amp;Vue</translation>
        </message>
        <message>
            <source>&amp;Range</source>
            <translation>&amp;Intervalle</translation>
        </message>
    </context>
    <context>
        <name>Experiment</name>
        <message>
            <source>ratio</source>
            <translation>rapport</translation>
        </message>
        <message>
            <source>fitted</source>
            <translation>ajusté</translation>
        </message>
        <message>
            <source>predicted</source>
            <translation>prédit</translation>
        </message>
        <message>
            <source>reported</source>
            <translation>rapporté</translation>
        </message>
        <message>
            <source>%1 to %2</source>
            <translation>%1 à %2</translation>
        </message>
        <message>
            <source>at least %1</source>
            <translation>au moins %1</translation>
        </message>
        <message>
            <source>at most %1</source>
            <translation>au plus %1</translation>
        </message>
        <message>
            <source>Claimed by</source>
            <translation>Affirmé par</translation>
        </message>
        <message>
            <source>When</source>
            <translation>Quand</translation>
        </message>
        <message>
            <source>Source</source>
            <translation>Source</translation>
        </message>
        <message>
            <source>Fitted</source>
            <translation>Ajusté</translation>
        </message>
        <message>
            <source>Notes</source>
            <translation>Notes</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::ExperimentModel</name>
        <message>
            <source>yes</source>
            <translation>oui</translation>
        </message>
        <message>
            <source>no</source>
            <translation>non</translation>
        </message>
        <message>
            <source>Not simulated yet</source>
            <translation>Pas encore simulé</translation>
        </message>
        <message>
            <source>By seed: %1</source>
            <translation>Par graine : %1</translation>
        </message>
        <message>
            <source>Standard deviation between the seeds</source>
            <translation>Écart type entre les graines</translation>
        </message>
        <message>
            <source>Variant</source>
            <translation>Variante</translation>
        </message>
        <message>
            <source>Figure</source>
            <translation>Grandeur</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>Unité</translation>
        </message>
        <message>
            <source>Role</source>
            <translation>Rôle</translation>
        </message>
        <message>
            <source>Published</source>
            <translation>Publié</translation>
        </message>
        <message>
            <source>Band</source>
            <translation>Bande</translation>
        </message>
        <message>
            <source>Simulated</source>
            <translation>Simulé</translation>
        </message>
        <message>
            <source>Std. dev.</source>
            <translation>Écart type</translation>
        </message>
        <message>
            <source>In band</source>
            <translation>Dans la bande</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::ExperimentPlot</name>
        <message>
            <source>Published and simulated figures</source>
            <translation>Chiffres publiés et simulés</translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1 : %2</translation>
        </message>
        <message>
            <source>ratio</source>
            <translation>rapport</translation>
        </message>
        <message>
            <source>band</source>
            <translation>bande</translation>
        </message>
        <message>
            <source>published</source>
            <translation>publié</translation>
        </message>
        <message>
            <source>simulated, each seed</source>
            <translation>simulé, chaque graine</translation>
        </message>
        <message>
            <source>simulated, mean</source>
            <translation>simulé, moyenne</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::ExperimentsDialog</name>
        <message>
            <source>&amp;Run</source>
            <translation>&amp;Exécuter</translation>
        </message>
        <message>
            <source>&amp;Cancel</source>
            <translation>&amp;Annuler</translation>
        </message>
        <message>
            <source>&amp;Open as a run</source>
            <translation>&amp;Ouvrir comme exécution</translation>
        </message>
        <message>
            <source>Co&amp;mpare with the open run</source>
            <translation>Co&amp;mparer à l’exécution ouverte</translation>
        </message>
        <message>
            <source>Experiments</source>
            <translation>Expériences</translation>
        </message>
        <message>
            <source>What was claimed</source>
            <translation>Ce qui a été affirmé</translation>
        </message>
        <message>
            <source>Published and simulated figures</source>
            <translation>Chiffres publiés et simulés</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>Tableau</translation>
        </message>
        <message>
            <source>Plot</source>
            <translation>Graphique</translation>
        </message>
        <message>
            <source>&amp;Variants</source>
            <translation>&amp;Variantes</translation>
        </message>
        <message>
            <source>&amp;Seeds</source>
            <translation>&amp;Graines</translation>
        </message>
        <message>
            <source>Canceled.</source>
            <translation>Annulé.</translation>
        </message>
        <message>
            <source>Shows this run in all views in place of what is open; the tuning panel changes its parameters</source>
            <translation>Montre cette exécution dans toutes les vues à la place de ce qui est ouvert ; le panneau Réglages change ses paramètres</translation>
        </message>
        <message>
            <source>Shows this run below the one that is open</source>
            <translation>Montre cette exécution sous celle qui est ouverte</translation>
        </message>
        <message>
            <source>V&amp;ariant</source>
            <translation>Va&amp;riante</translation>
        </message>
        <message>
            <source>S&amp;eed</source>
            <translation>Gra&amp;ine</translation>
        </message>
        <message>
            <source>Gallery</source>
            <translation>Galerie</translation>
        </message>
        <message>
            <source>The founding five</source>
            <translation>Les cinq fondatrices</translation>
        </message>
        <message>
            <source>Not simulated yet.</source>
            <translation>Pas encore simulé.</translation>
        </message>
        <message>
            <source>All</source>
            <translation>Toutes</translation>
        </message>
        <message>
            <source>Running…</source>
            <translation>Exécution…</translation>
        </message>
        <message>
            <source>None of the simulated rows has a band.</source>
            <translation>Aucune des lignes simulées n’a de bande.</translation>
        </message>
        <message>
            <source>In their band: %1 of %2 rows that have one.</source>
            <translation>Dans leur bande : %1 des %2 lignes qui en ont une.</translation>
        </message>
        <message>
            <source>S&amp;weep…</source>
            <translation>&amp;Balayage…</translation>
        </message>
        <message>
            <source>E&amp;xport figure…</source>
            <translation>E&amp;xporter une figure…</translation>
        </message>
        <message>
            <source>Runs this variant over a range of its parameters</source>
            <translation>Exécute cette variante sur une plage de ses paramètres</translation>
        </message>
        <message>
            <source>Export figure</source>
            <translation>Exporter une figure</translation>
        </message>
        <message>
            <source>Figures (*.png *.svg *.pdf);;Data behind the figure (*.csv)</source>
            <translation>Figures (*.png *.svg *.pdf);;Données de la figure (*.csv)</translation>
        </message>
        <message>
            <source>Wrote %1</source>
            <translation>%1 a été écrit</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::SweepDialog</name>
        <message>
            <source>&amp;Run</source>
            <translation>&amp;Exécuter</translation>
        </message>
        <message>
            <source>&amp;Cancel</source>
            <translation>&amp;Annuler</translation>
        </message>
        <message>
            <source>&amp;Open results…</source>
            <translation>&amp;Ouvrir des résultats…</translation>
        </message>
        <message>
            <source>&amp;Save as…</source>
            <translation>&amp;Enregistrer sous…</translation>
        </message>
        <message>
            <source>Sweep</source>
            <translation>Balayage</translation>
        </message>
        <message>
            <source>Canceled.</source>
            <translation>Annulé.</translation>
        </message>
        <message>
            <source>What is run</source>
            <translation>Ce qui est exécuté</translation>
        </message>
        <message>
            <source>S&amp;eeds for each</source>
            <translation>&amp;Graines pour chacun</translation>
        </message>
        <message>
            <source>p99_wakeup_latency, METRIC:max_us, …</source>
            <translation>p99_wakeup_latency, METRIC:max_us, …</translation>
        </message>
        <message>
            <source>What is shown of each run; another figure than those listed can be typed, and is worked out by the next run</source>
            <translation>Ce qui est montré de chaque exécution ; une grandeur absente de la liste peut être saisie, la prochaine exécution la calcule</translation>
        </message>
        <message>
            <source>Shows results of &quot;resched sweep&quot; or &quot;resched merge&quot;; several shards of one sweep are put together</source>
            <translation>Montre des résultats de « resched sweep » ou « resched merge » ; plusieurs parts d’un même balayage sont réunies</translation>
        </message>
        <message>
            <source>&amp;Figure</source>
            <translation>&amp;Grandeur</translation>
        </message>
        <message>
            <source>Nothing: open a recording or a run of an experiment.</source>
            <translation>Rien : ouvrez un enregistrement ou une exécution d’une expérience.</translation>
        </message>
        <message numerus="yes">
            <source>%n run(s)</source>
            <translation>
                <numerusform>%n exécution</numerusform>
                <numerusform>%n exécutions</numerusform>
            </translation>
        </message>
        <message>
            <source>Running…</source>
            <translation>Exécution…</translation>
        </message>
        <message>
            <source>%1. Shards are missing: %2 of %3 runs are here.</source>
            <translation>%1. Des parts manquent : %2 exécutions sur %3 sont là.</translation>
        </message>
        <message>
            <source>Open results of a sweep</source>
            <translation>Ouvrir les résultats d’un balayage</translation>
        </message>
        <message>
            <source>Results of sweeps (*.json)</source>
            <translation>Résultats de balayages (*.json)</translation>
        </message>
        <message>
            <source>Save the sweep</source>
            <translation>Enregistrer le balayage</translation>
        </message>
        <message>
            <source>All points (*.json *.csv);;The figure that is shown (*.png *.svg *.pdf)</source>
            <translation>Tous les points (*.json *.csv);;La figure montrée (*.png *.svg *.pdf)</translation>
        </message>
        <message>
            <source>Wrote %1</source>
            <translation>%1 a été écrit</translation>
        </message>
        <message>
            <source>Parameter</source>
            <translation>Paramètre</translation>
        </message>
        <message>
            <source>Second parameter</source>
            <translation>Second paramètre</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::SweepPlot</name>
        <message>
            <source>%1 (%2)</source>
            <translation>%1 (%2)</translation>
        </message>
        <message>
            <source>What the sweep found</source>
            <translation>Ce que le balayage a trouvé</translation>
        </message>
        <message>
            <source>Nothing was run yet</source>
            <translation>Rien n’a encore été exécuté</translation>
        </message>
        <message>
            <source>No run has this figure</source>
            <translation>Aucune exécution n’a cette grandeur</translation>
        </message>
        <message>
            <source>± standard deviation</source>
            <translation>± écart type</translation>
        </message>
        <message>
            <source>each seed</source>
            <translation>chaque graine</translation>
        </message>
        <message numerus="yes">
            <source>mean of %n seed(s)</source>
            <translation>
                <numerusform>moyenne de %n graine</numerusform>
                <numerusform>moyenne de %n graines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%1, mean of %n seed(s)</source>
            <translation>
                <numerusform>%1, moyenne de %n graine</numerusform>
                <numerusform>%1, moyenne de %n graines</numerusform>
            </translation>
        </message>
        <message>
            <source>%1: %2</source>
            <translation>%1 : %2</translation>
        </message>
        <message>
            <source>no value</source>
            <translation>aucune valeur</translation>
        </message>
        <message>
            <source>%1 ± %2</source>
            <translation>%1 ± %2</translation>
        </message>
    </context>
    <context>
        <name>resched::ui::SweepRange</name>
        <message>
            <source>Parameter</source>
            <translation>Paramètre</translation>
        </message>
        <message>
            <source>Steps</source>
            <translation>Pas</translation>
        </message>
        <message>
            <source>by equal factors</source>
            <translation>par facteurs égaux</translation>
        </message>
        <message>
            <source>at equal distances</source>
            <translation>à distances égales</translation>
        </message>
        <message>
            <source>Spacing</source>
            <translation>Espacement</translation>
        </message>
        <message>
            <source>from</source>
            <translation>de</translation>
        </message>
        <message>
            <source>to</source>
            <translation>à</translation>
        </message>
        <message>
            <source>steps</source>
            <translation>pas</translation>
        </message>
        <message>
            <source>none</source>
            <translation>aucun</translation>
        </message>
    </context>
</TS>
